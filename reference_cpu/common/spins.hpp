// The spins of a serial simulation, in canonical site order: +1 and -1, all up at first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "interface/simulation.hpp"

namespace spinbench {

/// `Spin` is the storage type of the axis `spin`. What the geometry adds is a lattice's own.
template <class Spin>
class Spins {
 public:
  explicit Spins(std::size_t count) : spins_(count, Spin{1}) {}

  double sites() const { return static_cast<double>(spins_.size()); }
  int spin(std::size_t site) const { return spins_[site]; }
  void flip_spin(std::size_t site) { spins_[site] = static_cast<Spin>(-spins_[site]); }

  /// `energy`: <H> of the configuration, units of J.
  Observables observables(std::int64_t energy) const {
    std::int64_t magnetisation = 0;
    for (const Spin s : spins_) magnetisation += s;
    const double count = static_cast<double>(spins_.size());
    return {{"energy", {static_cast<double>(energy) / count}},
            {"magnetisation", {static_cast<double>(magnetisation) / count}}};
  }

  Configuration configuration() const { return Configuration(std::vector<std::int8_t>(spins_.begin(), spins_.end())); }

 private:
  std::vector<Spin> spins_;
};

}  // namespace spinbench
