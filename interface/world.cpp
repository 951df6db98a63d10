// What ranks know of each other's hosts.
#include <map>
#include <set>

#include "interface/rank_parts.hpp"

namespace spinbench {

namespace {

/// Ranks that come to their hosts one by one: threads that run at a time.
class Filled {
 public:
  explicit Filled(const World& all) : all_(all) {}
  void add(const World::Place& place) {
    const auto [host, is_new] = left_.try_emplace(place.host, 0);
    if (is_new) {
      const auto cpus = static_cast<int>(all_.cpus_of(place.host).size());
      // Where nothing is told each rank has its own.
      host->second = cpus > 0 ? cpus : all_.size();
    }
    if (host->second == 0) return;
    --host->second;
    ++threads_;
  }
  int threads() const { return threads_; }
  int nodes() const { return static_cast<int>(left_.size()); }

 private:
  const World& all_;
  std::map<std::string, int> left_;  ///< CPUs of each host that no rank has taken
  int threads_ = 0;
};

}  // namespace

World& world() {
  static World the;
  return the;
}

int World::nodes() const {
  std::set<std::string> hosts;
  for (const Place& place : places) hosts.insert(place.host);
  return static_cast<int>(hosts.size());
}

int World::threads(int first) const {
  Filled filled(*this);
  for (int rank = 0; rank < first; ++rank) filled.add(places.at(static_cast<std::size_t>(rank)));
  return filled.threads();
}

int World::nodes_of(int threads) const {
  Filled filled(*this);
  for (const Place& place : places) {
    filled.add(place);
    if (filled.threads() >= threads) return filled.nodes();
  }
  return 1;
}

std::vector<int> World::cpus_of(const std::string& host) const {
  std::set<int> result;
  for (const Place& place : places)
    if (place.host == host) result.insert(place.cpus.begin(), place.cpus.end());
  return {result.begin(), result.end()};
}

}  // namespace spinbench
