// What is seen of replicas of spin glasses, whichever code updates them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "kernels/common/spin_glass.hpp"
#include "kernels/common/tempering/tempered.hpp"

namespace spinbench::glass_tempering {

/// The series "tempering": what an experiment keeps of a measurement, in columns. Realizations of a word share random
/// numbers, so that a word's average is what is independent. Temperatures are counted from the hottest.
struct GlassColumns {
  std::size_t words, temperatures, copies;

  static GlassColumns of(const Params& params);

  std::size_t replicas() const { return temperatures * copies; }
  /// Per spin, the average over the realizations of a word and over copies.
  std::size_t energy(std::size_t word, std::size_t t) const { return word * temperatures + t; }
  /// The square of the overlap of two copies, q = sum s_a s_b / sites, the average over the realizations of a word.
  std::size_t overlap(std::size_t word, std::size_t t) const { return words * temperatures + energy(word, t); }
  /// The temperature of lattice `i` of the first word's realizations.
  std::size_t place(std::size_t i) const { return (copies > 1 ? 2 : 1) * words * temperatures + i; }
  std::size_t places() const { return 32 * replicas(); }
  /// As "accepted", of temperature t with t + 1.
  std::size_t accepted(std::size_t t) const { return place(places()) + t; }
  std::size_t count() const { return accepted(temperatures - 1); }
};

/// Lattices are numbered realization * replicas + temperature: at a temperature there is now one copy of a realization,
/// now another. configuration() holds them in this order.
///
/// Observables: "energy" per spin of each lattice; "place", the temperature of copy c of each realization, at
/// realization * replicas + c; "accepted", the exchanges since the start of temperature i with i + 1 in all
/// realizations together; "beta", the inverse temperatures. Temperatures are those of replicas: of two copies each is
/// there twice. A series may be of "tempering", too: see GlassColumns.
class TemperedGlass : public tempering::Tempered {
 public:
  TemperedGlass(int dimensions, const Params& params);

  int sweep_granularity() const final { return step_; }
  Observables observe() final;
  Series series(const std::string& observable, int measurements, int spacing) final;
  /// Copies are where they can be, no pair was accepted more often than tried, and the energies that the last exchange
  /// left are those of the configuration.
  std::vector<Check> self_check() final;

  void save(StateWriter& to) final;
  void restore(StateReader& from) final;

  const std::vector<double>& betas() const final { return betas_; }
  void set_betas(const std::vector<double>& betas) final;

 protected:
  /// What exchanges have left, by lattice.
  struct Left {
    std::vector<std::uint32_t> copies;
    std::vector<std::int64_t> unsatisfied;  ///< bonds
    std::vector<std::int64_t> accepted;     ///< by temperature
    std::uint64_t exchanges = 0;
  };

  const SpinGlassShape& shape() const { return shape_; }
  int step() const { return step_; }

  /// What lies system by system, temperature by temperature, 32 realizations side by side, by lattice.
  template <class T>
  std::vector<T> by_lattice(const std::vector<T>& values) const {
    std::vector<T> result(values.size());
    for (std::uint64_t i = 0; i < values.size(); ++i) {
      const std::uint64_t realization = i / shape_.replicas, t = i % shape_.replicas;
      result[i] = values[(realization / 32 * shape_.replicas + t) * 32 + realization % 32];
    }
    return result;
  }

 private:
  /// The row of GlassColumns.
  std::vector<double> tempering_now();
  void put_overlaps(std::vector<double>& row);

  /// Waits.
  virtual SpinGlassBits bits() = 0;
  /// Energies per spin, by lattice, of the spins as they are. Waits.
  virtual std::vector<double> energies() = 0;
  virtual Left left() = 0;
  /// Updates go on at these; exchanges are counted from 0.
  virtual void temper(const std::vector<double>& betas) = 0;
  virtual void save_state(StateWriter& to) = 0;
  virtual void restore_state(StateReader& from) = 0;

  SpinGlassShape shape_;
  GlassColumns columns_;
  int step_;
  std::vector<double> betas_;
};

}  // namespace spinbench::glass_tempering
