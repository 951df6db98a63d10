// Spins and couplings of many realizations on the device, word by word, and what is observed of them on the host.
#pragma once

#include <vector>

#include "backends/gpu/device.cuh"
#include "interface/simulation.hpp"
#include "kernels/common/mutants.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/ea2d_metropolis/columns.hpp"
#include "kernels/ea2d_metropolis/glass_bits.hpp"

namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE {

/// Where positions lie: site by site, or as ColumnBonds wants them.
enum class Order { sites, columns };

/// Lattice after lattice, position after position, word after word. Passed to kernels by value.
struct GlassMemory {
  std::uint32_t* spins;
  std::uint32_t* couplings;  ///< of each lattice those along x, then those along y
  std::uint32_t lattices;    ///< of `words` words each
  std::uint32_t L, words;
  Order order;

  SPINBENCH_FN std::uint32_t sites() const { return L * L; }
  SPINBENCH_FN std::uint32_t site(std::uint32_t position) const {
    return order == Order::sites ? position : site_at(position, L);
  }
  SPINBENCH_FN std::uint32_t* spins_of(std::uint32_t lattice) const {
    return spins + static_cast<std::size_t>(lattice) * sites() * words;
  }
  SPINBENCH_FN std::uint32_t* couplings_of(std::uint32_t lattice, std::uint32_t direction) const {
    return couplings + (static_cast<std::size_t>(lattice) * 2 + direction) * sites() * words;
  }
};

/// Group `words` * lattice + w of 32 realizations is word w of that lattice. Of replicas, which have the same
/// couplings, lattice * replicas + r is spins' number. A template so that every file that includes this may hold a
/// copy.
template <class Bonds>
__global__ void draw_glass(GlassMemory memory, std::uint32_t replicas, Bonds bonds) {
  const std::uint64_t all = static_cast<std::uint64_t>(memory.lattices) * memory.sites() * memory.words;
  const std::uint64_t stride = static_cast<std::uint64_t>(gridDim.x) * blockDim.x;
  for (std::uint64_t i = blockIdx.x * static_cast<std::uint64_t>(blockDim.x) + threadIdx.x; i < all; i += stride) {
    const std::uint32_t word = static_cast<std::uint32_t>(i % memory.words);
    const std::uint64_t of_positions = i / memory.words;
    const std::uint32_t position = static_cast<std::uint32_t>(of_positions % memory.sites());
    const std::uint32_t lattice = static_cast<std::uint32_t>(of_positions / memory.sites());
    const std::uint64_t group = static_cast<std::uint64_t>(lattice) * memory.words + word;
    const std::uint32_t L = memory.L, site = memory.site(position), x = site % L, y = site / L;
    const std::uint32_t at = position * memory.words + word;
    const std::uint32_t right = y * L + (x + 1 == L ? 0 : x + 1), below = (y + 1 == L ? 0 : y + 1) * L + x;
    for (std::uint32_t r = 0; r < replicas; ++r)
      memory.spins_of(lattice * replicas + r)[at] = bonds.start(site, group, r);
    memory.couplings_of(lattice, 0)[at] = bonds.couplings(2 * site, site, right, group);
    memory.couplings_of(lattice, 1)[at] =
        planted(Mutant::glass_coupling_of_other_end)
            ? bonds.couplings(2 * static_cast<std::uint64_t>(below) + 1, site, below, group)
            : bonds.couplings(2 * site + 1, site, below, group);
  }
}

class GpuGlass {
 public:
  /// `words`: of 32 realizations, that a kernel takes for one lattice.
  GpuGlass(const SpinGlassShape& shape, const RandomBonds& bonds, std::uint32_t words, Order order)
      : observer_(shape, bonds),
        spins_(shape.groups() * shape.replicas * shape.sites()),
        couplings_(2 * shape.groups() * shape.sites()),
        memory_{spins_.data(), couplings_.data(), shape.groups() / words, shape.L, words, order} {
    gpu::launch(draw_glass<RandomBonds>, dim3(1024), dim3(256), memory_, shape.replicas, bonds);
  }

  const GlassMemory& memory() const { return memory_; }
  const SpinGlassShape& shape() const { return observer_.shape(); }
  Observables observe() const { return observer_.observe(bits()); }
  Configuration configuration() const { return observer_.configuration(bits()); }
  std::vector<double> energies() const { return observer_.energies(bits()); }
  SpinGlassBits bits() const {
    std::vector<std::uint32_t> raw(spins_.size());
    spins_.copy_to(raw.data(), raw.size());
    return bits_of_words(observer_.shape(), raw, memory_.words,
                         [this](std::uint32_t position) { return memory_.site(position); });
  }
  gpu::Buffer<std::uint32_t>& spins() { return spins_; }

 private:
  SpinGlassObserver observer_;
  gpu::Buffer<std::uint32_t> spins_, couplings_;
  GlassMemory memory_;
};

}  // namespace spinbench::ea2d::inline SPINBENCH_GPU_NAMESPACE
