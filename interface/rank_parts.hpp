// Simulations that several ranks make together. Rank 0 runs the program: it selects, verifies, measures, prints and
// writes. The others wait for what it asks of their parts (serve()), so that whatever the harness does with a
// simulation is the same for one rank and for many.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "interface/params.hpp"
#include "interface/ranks_used.hpp"
#include "interface/ring.hpp"
#include "interface/simulation.hpp"

namespace spinbench {

/// Seconds that a rank spent on each part of its sweeps so far.
struct Phases {
  double boundary = 0;  ///< updating what others wait for
  double transfer = 0;  ///< copying it to where it is sent from, and back
  double bulk = 0;      ///< updating the rest
  double wait = 0;      ///< for what others send
};

/// One rank's part of a simulation.
class RankPart {
 public:
  virtual ~RankPart() = default;
  RankPart() = default;
  RankPart(const RankPart&) = delete;
  RankPart& operator=(const RankPart&) = delete;

  /// As Simulation::code_path(), of this part.
  virtual std::string code_path() const = 0;
  /// All ranks are asked for the same number. Returns when they are done.
  virtual void sweep(int count) = 0;
  /// Whole numbers that are added up over the ranks: what observables are made of.
  virtual std::vector<std::int64_t> sums() = 0;
  /// Words that are put one behind the other, rank by rank: what the configuration is made of.
  virtual std::vector<std::uint32_t> words() = 0;
  virtual Phases phases() const = 0;
  /// What it runs on; "": a core of the host.
  virtual std::string device() const { return ""; }
};

/// The variants whose simulations have parts, beside their code.
struct RankedVariant {
  std::string kernel, variant, backend;
  /// May throw what Variant::make may, and sends nothing that somebody waits for.
  std::function<std::unique_ptr<RankPart>(const Params&, std::uint64_t seed, const Ring&)> make;
};
const RankedVariant* ranked_variant(const std::string& kernel, const std::string& variant, const std::string& backend);
struct RegisterRanked {
  explicit RegisterRanked(RankedVariant variant);
};

/// What is known of the ranks that were started, which is the same on all of them.
struct World {
  Ranks* ranks = nullptr;  ///< null: this process is alone
  std::string library;     ///< as it calls itself
  struct Place {
    std::string host;
    int of_host = 0;             ///< counted among those of its host
    std::vector<int> cpus = {};  ///< of its host, that it may run on: a launcher may bind each rank to others
  };
  std::vector<Place> places = {{}};
  Network network;       ///< put between them
  bool is_slow = false;  ///< whether simulations made now have it: what is timed, and not all that proves its code

  int size() const { return static_cast<int>(places.size()); }
  int nodes() const;
  /// Threads that the `first` ranks run at a time, one each: of a host no more than it has CPUs for them.
  int threads(int first) const;
  /// The hosts among which the first ranks have so many threads; 1 where ranks have not so many: devices may be more
  /// than CPUs. Threads of a process alone are on one host, whatever this says of so many.
  int nodes_of(int threads) const;
  /// What ranks of `host` may run on, all together.
  std::vector<int> cpus_of(const std::string& host) const;
};
World& world();

/// Has the ranks tell each other where they are; all call it. Throws std::runtime_error on all of them where their
/// programs differ.
void meet(Ranks* ranks, const std::string& host, const std::string& program);

/// What ranks other than 0 do until rank 0 ends.
void serve();
/// Rank 0 lets the others end.
void dismiss();

/// The simulation as rank 0 has it.
class AcrossRanks : public Simulation, public Ranked {
 public:
  ~AcrossRanks() override;

  std::string code_path() const override;
  void sweep(int count) override;
  int host_threads() const override;
  RanksUsed ranks_used() override;

 protected:
  /// With a part on each of the first params.integer("ranks").
  AcrossRanks(const RankedVariant& variant, const Params& params, std::uint64_t seed);

  std::vector<std::int64_t> sums();
  std::vector<std::uint32_t> words();
  int size() const { return ring_.size(); }

 private:
  const RankedVariant& variant_;
  Ring ring_;
  std::string transport_;
  std::uint64_t number_;
  std::unique_ptr<RankPart> part_;
  std::vector<std::string> devices_;  ///< RankPart::device() by rank
  double sweeps_ = 0;
};

/// Why ranks on these devices, those of world().places in their order, cannot hand borders over so, or "": where
/// kernels wait for each other, each must have a device that no other has.
std::string devices_unsupported(const std::string& transport, const std::vector<std::string>& devices);

/// Why a case for so many ranks cannot run, or "".
std::string ranks_unsupported(const Params& params);

}  // namespace spinbench
