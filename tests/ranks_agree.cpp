// Whatever becomes of one rank alone, rank 0 says it for all, and the next simulation is made as if nothing had been.
// The ranks are processes of this test, as they are under a launcher.
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <deque>
#include <map>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "interface/rank_parts.hpp"
#include "interface/registry.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

namespace {

constexpr int processes = 4;
/// The ends of a socket for each pair.
using Sockets = std::array<std::array<int, processes>, processes>;

/// Messages of a packet each, with the tag before them.
class SocketRanks final : public Ranks {
 public:
  SocketRanks(int rank, const Sockets& sockets) : rank_(rank), sockets_(sockets) {}

  int rank() const override { return rank_; }
  int size() const override { return processes; }
  std::string library() const override { return "sockets"; }
  Request send(int to, int tag, const void* data, std::size_t bytes) override {
    std::vector<char> packet(sizeof tag + bytes);
    std::memcpy(packet.data(), &tag, sizeof tag);
    if (bytes > 0) std::memcpy(packet.data() + sizeof tag, data, bytes);
    if (::send(of(to), packet.data(), packet.size(), MSG_NOSIGNAL) < 0) throw std::runtime_error("no rank there");
    return ++last_;
  }
  Request receive(int from, int tag, void* data, std::size_t bytes) override {
    awaited_[++last_] = {from, tag, data, bytes};
    return last_;
  }
  bool done(Request request) override {
    const auto found = awaited_.find(request);
    if (found == awaited_.end()) return true;
    const auto [from, tag, data, bytes] = found->second;
    take_in(from);
    auto& box = boxes_[{from, tag}];
    if (box.empty()) return false;
    if (bytes > 0) std::memcpy(data, box.front().data(), bytes);
    box.pop_front();
    awaited_.erase(found);
    return true;
  }
  std::optional<Arrived> arrived(int from, int tag) override {
    for (int rank = 0; rank < processes; ++rank) {
      if (rank == rank_ || (from != any && from != rank)) continue;
      take_in(rank);
      if (const auto& box = boxes_[{rank, tag}]; !box.empty()) return Arrived{rank, box.front().size()};
    }
    return std::nullopt;
  }
  void finish() override {}

 private:
  struct Awaited {
    int from, tag;
    void* data;
    std::size_t bytes;
  };

  int of(int rank) const { return sockets_[static_cast<std::size_t>(rank_)][static_cast<std::size_t>(rank)]; }
  void take_in(int from) {
    std::vector<char> packet(4096);
    for (;;) {
      const auto bytes = ::recv(of(from), packet.data(), packet.size(), MSG_DONTWAIT);
      // Nobody outlives the test's own process.
      if (bytes == 0) ::_exit(1);
      if (bytes < 0) return;
      int tag = 0;
      std::memcpy(&tag, packet.data(), sizeof tag);
      boxes_[{from, tag}].emplace_back(packet.begin() + sizeof tag, packet.begin() + bytes);
    }
  }

  int rank_;
  Sockets sockets_;
  Request last_ = 0;
  std::map<Request, Awaited> awaited_;
  std::map<std::pair<int, int>, std::deque<std::vector<char>>> boxes_;
};

/// The rest of the processes, which serve until rank 0 dismisses them.
class Others {
 public:
  Others() {
    Sockets sockets{};
    for (std::size_t a = 0; a < processes; ++a)
      for (std::size_t b = a + 1; b < processes; ++b) {
        int ends[2];
        REQUIRE(::socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
        sockets[a][b] = ends[0], sockets[b][a] = ends[1];
      }
    for (int rank = 1; rank < processes; ++rank) {
      const pid_t child = ::fork();
      REQUIRE(child >= 0);
      if (child == 0) be(rank, sockets);
      children_.push_back(child);
    }
    ranks_ = keep_own(0, sockets);
    places_ = std::exchange(world().places, std::vector<World::Place>(processes, {"here", 0}));
    world().ranks = ranks_.get();
  }
  ~Others() {
    if (!ranks_are_lost()) dismiss();
    ranks_.reset();
    for (const int socket : own_) ::close(socket);
    for (const pid_t child : children_) ::waitpid(child, nullptr, 0);
    world().ranks = nullptr;
    world().places = places_;
    ranks_are_lost() = false;
  }
  Others(const Others&) = delete;
  Others& operator=(const Others&) = delete;

 private:
  /// Closes what belongs to others, so that the end of a process is seen.
  std::unique_ptr<SocketRanks> keep_own(int rank, const Sockets& sockets) {
    for (int a = 0; a < processes; ++a)
      for (int b = 0; b < processes; ++b) {
        if (a == b) continue;
        const int one = sockets[static_cast<std::size_t>(a)][static_cast<std::size_t>(b)];
        if (a == rank)
          own_.push_back(one);
        else
          ::close(one);
      }
    return std::make_unique<SocketRanks>(rank, sockets);
  }
  [[noreturn]] void be(int rank, const Sockets& sockets) {
    // Never back into the tests.
    try {
      const auto ranks = keep_own(rank, sockets);
      world().ranks = ranks.get();
      world().places.assign(processes, {"here", 0});
      serve();
    } catch (const std::exception&) {
    }
    ::_exit(0);
  }

  std::vector<int> own_;
  std::vector<pid_t> children_;
  std::unique_ptr<SocketRanks> ranks_;
  std::vector<World::Place> places_;
};

struct CardIsFull : std::bad_alloc {
  const char* what() const noexcept override { return "the card is full"; }
};

/// What befalls a rank: "" for nothing.
void befall(const std::string& what) {
  if (what == "unsupported") throw Unsupported("no place");
  if (what == "memory") throw std::bad_alloc();
  if (what == "card") throw CardIsFull();
  if (what == "bug") throw std::runtime_error("an illegal address");
}

/// `made` and `asked` are what befalls one rank when its part is made, and when it is asked for sums and words.
class Part final : public RankPart {
 public:
  Part(const Params& params, const Ring& ring) : rank_(ring.rank()) {
    befall(of("made", params));
    asked_ = of("asked", params);
  }
  std::string code_path() const override { return "part"; }
  void sweep(int) override {}
  std::vector<std::int64_t> sums() override {
    befall(asked_);
    return {rank_ + 1};
  }
  std::vector<std::uint32_t> words() override {
    befall(asked_);
    return {static_cast<std::uint32_t>(rank_)};
  }
  Phases phases() const override { return {}; }

 private:
  /// As "bug card - -": of rank 0, rank 1, ...
  std::string of(const std::string& when, const Params& params) const {
    std::vector<std::string> all = {""};
    for (const char letter : params.word(when))
      if (letter == ' ')
        all.emplace_back();
      else
        all.back() += letter;
    return all.at(static_cast<std::size_t>(rank_));
  }

  int rank_;
  std::string asked_;
};

const RankedVariant befalling = {
    "ranks_agree", "befalling", "cpu",
    [](const Params& params, std::uint64_t, const Ring& ring) -> std::unique_ptr<RankPart> {
      return std::make_unique<Part>(params, ring);
    }};
const RegisterRanked registered{befalling};

struct All final : AcrossRanks {
  explicit All(const Params& params) : AcrossRanks(befalling, params, 1) {}
  Observables observe() override { return {}; }
  Configuration configuration() override { return {}; }
  Work work_per_sweep() const override { return {}; }
  using AcrossRanks::sums, AcrossRanks::words;
};

Params params_of(const std::string& made, const std::string& asked) {
  Params params;
  params.set("ranks", std::int64_t{processes});
  params.set("made", made);
  params.set("asked", asked);
  return params;
}

/// "unsupported", "memory" or "bug", and what was said.
template <class Work>
std::pair<std::string, std::string> what_came_of(Work&& work) {
  try {
    work();
  } catch (const Unsupported& error) {
    return {"unsupported", error.what()};
  } catch (const std::bad_alloc& error) {
    return {"memory", error.what()};
  } catch (const std::exception& error) {
    return {"bug", error.what()};
  }
  return {"nothing", ""};
}

}  // namespace

TEST_CASE("ranks come to one verdict, and go on after it", "[ranks]") {
  const std::string nothing = "- - - -";
  struct Verdict {
    std::string befalls, comes, why;
  };
  const std::vector<Verdict> verdicts = {
      {"- - unsupported -", "unsupported", "rank 2 of 4 (here): no place"},
      {"unsupported - - -", "unsupported", "no place"},
      {"unsupported unsupported unsupported unsupported", "unsupported", "no place"},
      {"- - - memory", "unsupported", "rank 3 of 4 (here): the host has too little free memory"},
      {"- card - -", "unsupported", "rank 1 of 4 (here): the card is full"},
      {"card - - -", "memory", "the card is full"},
      {"- bug - -", "bug", "rank 1 of 4 (here): an illegal address"},
      // What one machine cannot do excuses no bug, whichever rank has it.
      {"- unsupported bug -", "bug", "rank 2 of 4 (here): an illegal address"},
      {"- bug unsupported -", "bug", "rank 1 of 4 (here): an illegal address"},
      {"unsupported - - bug", "bug", "rank 3 of 4 (here): an illegal address"},
      {"memory - bug -", "bug", "rank 2 of 4 (here): an illegal address"},
      {"bug unsupported - -", "bug", "an illegal address"},
      {"- memory unsupported -", "unsupported", "rank 2 of 4 (here): no place"},
  };
  const Others others;
  const auto all_is_well = [&] {
    All all(params_of(nothing, nothing));
    REQUIRE(all.code_path() == "ranks 4, part");
    all.sweep(3);
    REQUIRE(all.sums() == std::vector<std::int64_t>{1 + 2 + 3 + 4});
    REQUIRE(all.words() == std::vector<std::uint32_t>{0, 1, 2, 3});
  };
  all_is_well();
  for (const Verdict& verdict : verdicts) {
    CAPTURE(verdict.befalls);
    const auto made = what_came_of([&] { All all(params_of(verdict.befalls, nothing)); });
    REQUIRE(made == std::pair(verdict.comes, verdict.why));
    all_is_well();
    All all(params_of(nothing, verdict.befalls));
    REQUIRE(what_came_of([&] { all.sums(); }) == std::pair(verdict.comes, verdict.why));
    REQUIRE(what_came_of([&] { all.words(); }) == std::pair(verdict.comes, verdict.why));
    REQUIRE(all.code_path() == "ranks 4, part");
    all_is_well();
  }
}
