// Ranks that are threads of this process: parts of a simulation as AcrossRanks has them, for more ranks than anybody
// would start processes for a test.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "interface/rank_parts.hpp"

namespace spinbench {

/// What is under way between all of them: from, to, tag.
struct Mail {
  std::mutex mutex;
  std::map<std::tuple<int, int, int>, std::deque<std::vector<std::byte>>> boxes;
};

class ThreadRank final : public Ranks {
 public:
  ThreadRank(Mail& mail, int rank, int size) : mail_(mail), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }
  std::string library() const override { return "threads"; }
  Request send(int to, int tag, const void* data, std::size_t bytes) override {
    const auto* const first = static_cast<const std::byte*>(data);
    const std::lock_guard lock(mail_.mutex);
    mail_.boxes[{rank_, to, tag}].emplace_back(first, first + bytes);
    return ++last_;
  }
  Request receive(int from, int tag, void* data, std::size_t bytes) override {
    awaited_[++last_] = {from, tag, data, bytes};
    return last_;
  }
  bool done(Request request) override {
    const auto found = awaited_.find(request);
    if (found == awaited_.end()) return true;
    const std::lock_guard lock(mail_.mutex);
    const auto [from, tag, data, bytes] = found->second;
    auto& box = mail_.boxes[{from, rank_, tag}];
    if (box.empty()) return false;
    if (box.front().size() != bytes) throw std::logic_error("a message of another size");
    std::memcpy(data, box.front().data(), bytes);
    box.pop_front();
    awaited_.erase(found);
    return true;
  }
  std::optional<Arrived> arrived(int, int) override { return std::nullopt; }
  // That of a device which the host plays.
  bool takes_device_memory() const override { return true; }
  void finish() override {}

 private:
  struct Awaited {
    int from, tag;
    void* data;
    std::size_t bytes;
  };

  Mail& mail_;
  int rank_, size_;
  Request last_ = 0;
  std::map<Request, Awaited> awaited_;
};

/// What all parts have after each of `sweeps`, put together as AcrossRanks does.
struct OfRanks {
  std::vector<std::uint32_t> words;
  std::vector<std::int64_t> sums;
};
inline std::vector<OfRanks> sweep_in_threads(const RankedVariant& variant, const Params& params, std::uint64_t seed,
                                             const std::vector<int>& sweeps) {
  const auto ranks = static_cast<std::size_t>(params.integer("ranks"));
  const std::vector<World::Place> places = std::exchange(world().places, std::vector<World::Place>(ranks));
  std::vector<std::vector<OfRanks>> found(ranks, std::vector<OfRanks>(sweeps.size()));
  std::vector<std::exception_ptr> failed(ranks);
  {
    Mail mail;
    std::vector<std::unique_ptr<ThreadRank>> all;
    for (std::size_t rank = 0; rank < ranks; ++rank)
      all.push_back(std::make_unique<ThreadRank>(mail, static_cast<int>(rank), static_cast<int>(ranks)));
    // They go when all are done, as those of AcrossRanks: others may still store to memory of one that is.
    std::vector<std::unique_ptr<Ring>> rings(ranks);
    std::vector<std::unique_ptr<RankPart>> parts(ranks);
    std::vector<std::jthread> threads;
    for (std::size_t rank = 0; rank < ranks; ++rank)
      threads.emplace_back([&, rank] {
        try {
          rings[rank] = std::make_unique<Ring>(all[rank].get(), static_cast<int>(ranks), Network{});
          parts[rank] = variant.make(params, seed, *rings[rank]);
          const std::unique_ptr<RankPart>& part = parts[rank];
          for (std::size_t i = 0; i < sweeps.size(); ++i) {
            part->sweep(sweeps[i]);
            found[rank][i] = {part->words(), part->sums()};
          }
        } catch (...) {
          failed[rank] = std::current_exception();
          // Nobody waits for it.
          ranks_are_lost() = true;
        }
      });
  }
  world().places = places;
  ranks_are_lost() = false;
  for (const std::exception_ptr& one : failed)
    if (one) std::rethrow_exception(one);
  std::vector<OfRanks> result = found.front();
  for (std::size_t rank = 1; rank < ranks; ++rank)
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      const OfRanks& its = found[rank][i];
      result[i].words.insert(result[i].words.end(), its.words.begin(), its.words.end());
      for (std::size_t n = 0; n < its.sums.size(); ++n) result[i].sums[n] += its.sums[n];
    }
  return result;
}

}  // namespace spinbench
