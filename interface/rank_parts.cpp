#include "interface/rank_parts.hpp"

#include <algorithm>
#include <exception>
#include <map>
#include <new>
#include <set>
#include <stdexcept>
#include <thread>
#include <typeinfo>

#include "interface/host_cpus.hpp"
#include "interface/letters.hpp"
#include "interface/registry.hpp"

namespace spinbench {

namespace {

enum class Command : std::uint64_t { make, sweep, path, sums, words, phases, drop, end };

std::vector<RankedVariant>& ranked_variants() {
  static std::vector<RankedVariant> all;
  return all;
}

std::string named(int rank) {
  const auto& places = world().places;
  return "rank " + std::to_string(rank) + " of " + std::to_string(places.size()) + " (" +
         places[static_cast<std::size_t>(rank)].host + ")";
}

/// Does `work` in the middle of what all ranks do; an error ends it for all of them.
template <class Work>
void together(const Ring& ring, Work&& work) {
  try {
    work();
  } catch (const RanksLost&) {
    throw;
  } catch (const std::exception& error) {
    if (ring.size() == 1) throw;
    ranks_are_lost() = true;
    const std::string what = named(ring.rank()) + " failed: " + error.what();
    tell_trouble(*world().ranks, what);
    throw RanksLost(what);
  }
}

Letter command(Command what, std::uint64_t number) {
  Letter letter;
  letter.put(what);
  letter.put(number);
  return letter;
}

void ask(const Ring& ring, const Letter& letter) {
  for (int rank = 1; rank < ring.size(); ++rank) send_letter(*ring.ranks(), rank, tags::command, letter);
}

/// What became of a rank's part of what all do; the gravest last.
enum class End : std::uint64_t { done, memory, unsupported, failed };

struct Outcome {
  End end = End::done;
  std::string why;
  std::exception_ptr error;  ///< of this rank
};

/// RanksLost goes on its way.
template <class Work>
Outcome outcome_of(Work&& work) {
  const auto ended = [](End end, const std::string& why) { return Outcome{end, why, std::current_exception()}; };
  try {
    work();
    return {};
  } catch (const RanksLost&) {
    throw;
  } catch (const std::bad_alloc& error) {
    // A device's says so itself.
    return ended(End::memory,
                 typeid(error) == typeid(std::bad_alloc) ? "the host has too little free memory" : error.what());
  } catch (const Unsupported& error) {
    return ended(End::unsupported, error.what());
  } catch (const std::exception& error) {
    return ended(End::failed, error.what());
  }
}

/// Does this rank's part, `own`, of what the others were asked to do; what each of those has to say, from rank 1 on. An
/// error of any rank is thrown when all have answered, so that no answer is taken for one to the next question: the
/// gravest, for what one machine cannot do excuses no bug on another, and the first rank's of those.
template <class Own>
std::vector<Letter> all_do(const Ring& ring, Own&& own) {
  Outcome worst = outcome_of(own);
  std::vector<Letter> result;
  together(ring, [&] {
    for (int rank = 1; rank < ring.size(); ++rank) {
      Letter letter = receive_letter(*ring.ranks(), rank, tags::answer);
      const auto end = letter.take<End>();
      const std::string why = letter.take_text();
      if (end > worst.end) worst = {end, named(rank) + ": " + why, nullptr};
      result.push_back(std::move(letter));
    }
  });
  if (worst.error) std::rethrow_exception(worst.error);
  if (worst.end == End::failed) throw std::runtime_error(worst.why);
  if (worst.end != End::done) throw Unsupported(worst.why);
  return result;
}

/// The parts that ranks other than 0 have.
class Served {
 public:
  /// False where it was told to end.
  bool one() {
    Ranks& ranks = *world().ranks;
    Letter letter = receive_letter(ranks, 0, tags::command);
    const auto what = letter.take<Command>();
    if (what == Command::end) return false;
    const auto number = letter.take<std::uint64_t>();
    if (what == Command::drop) {
      objects_.erase(number);
      return true;
    }
    Letter answer;
    Outcome outcome;
    try {
      outcome = outcome_of([&] {
        Letter body;
        if (what == Command::make)
          body.put(make(number, letter));
        else
          use(what, objects_.at(number), letter, body);
        answer.put(End::done);
        answer.put(std::string());
        answer = Letter(answer.bytes() + body.bytes());
      });
    } catch (const RanksLost&) {
      return true;
    }
    if (outcome.end != End::done) {
      answer = Letter();
      answer.put(outcome.end);
      answer.put(outcome.why);
    }
    send_letter(ranks, 0, tags::answer, answer);
    return true;
  }

 private:
  struct Object {
    std::unique_ptr<Ring> ring;
    std::unique_ptr<RankPart> part;
  };

  /// What the part runs on.
  std::string make(std::uint64_t number, Letter& letter) {
    const std::string kernel = letter.take_text(), variant = letter.take_text(), backend = letter.take_text();
    const Params params = take_params(letter);
    const auto seed = letter.take<std::uint64_t>();
    const auto network = letter.take<Network>();
    const RankedVariant* const found = ranked_variant(kernel, variant, backend);
    if (found == nullptr) throw std::runtime_error("no part of " + kernel + "/" + variant + "/" + backend);
    Object object;
    object.ring = std::make_unique<Ring>(world().ranks, static_cast<int>(params.integer("ranks")), network);
    object.part = found->make(params, seed, *object.ring);
    const std::string device = object.part->device();
    objects_[number] = std::move(object);
    return device;
  }

  static void use(Command what, Object& object, Letter& letter, Letter& body) {
    RankPart& part = *object.part;
    if (what == Command::sweep) together(*object.ring, [&] { part.sweep(letter.take<int>()); });
    if (what == Command::path) body.put(part.code_path());
    if (what == Command::sums) body.put(part.sums());
    if (what == Command::words) body.put(part.words());
    if (what == Command::phases) body.put(part.phases());
  }

  std::map<std::uint64_t, Object> objects_;
};

std::uint64_t next_number() {
  static std::uint64_t last = 0;
  return ++last;
}

}  // namespace

const RankedVariant* ranked_variant(const std::string& kernel, const std::string& variant, const std::string& backend) {
  for (const RankedVariant& one : ranked_variants())
    if (one.kernel == kernel && one.variant == variant && one.backend == backend) return &one;
  return nullptr;
}

RegisterRanked::RegisterRanked(RankedVariant variant) { ranked_variants().push_back(std::move(variant)); }

void meet(Ranks* ranks, const std::string& host, const std::string& program) {
  World& all = world();
  all.ranks = ranks;
  all.library = ranks == nullptr ? "" : ranks->library();
  all.places.assign(1, {host, 0, allowed_cpus()});
  if (ranks == nullptr) return;
  Letter reply;
  std::string refused;
  if (ranks->rank() == 0) {
    std::map<std::string, int> of_host = {{host, 1}};
    for (int rank = 1; rank < ranks->size(); ++rank) {
      Letter letter = receive_letter(*ranks, rank, tags::hello);
      const std::string its_host = letter.take_text();
      // Every build begins its letter with these two. What follows is known of this build alone.
      const bool is_same = letter.take_text() == program;
      if (!is_same && refused.empty())
        refused = "the program of rank " + std::to_string(rank) + " (" + its_host +
                  ") is another build than that of rank 0 (" + host + "): start the same file everywhere";
      all.places.push_back({its_host, of_host[its_host]++, is_same ? letter.take_vector<int>() : std::vector<int>{}});
    }
    reply.put(refused);
    for (const World::Place& place : all.places) {
      reply.put(place.host);
      reply.put(place.of_host);
      // A build that knows of no CPUs reads on before it throws.
      if (refused.empty()) reply.put(place.cpus);
    }
    for (int rank = 1; rank < ranks->size(); ++rank) send_letter(*ranks, rank, tags::hello, reply);
  } else {
    Letter letter;
    letter.put(host);
    letter.put(program);
    letter.put(all.places.front().cpus);
    send_letter(*ranks, 0, tags::hello, letter);
    reply = receive_letter(*ranks, 0, tags::hello);
    refused = reply.take_text();
    // Another build may tell other things of the places.
    if (!refused.empty()) throw std::runtime_error(refused);
    all.places.clear();
    for (int rank = 0; rank < ranks->size(); ++rank) {
      const std::string its_host = reply.take_text();
      const int of_host = reply.take<int>();
      all.places.push_back({its_host, of_host, reply.take_vector<int>()});
    }
  }
  if (!refused.empty()) throw std::runtime_error(refused);
}

void serve() {
  Served served;
  // What ends this rank beside its answers, such as memory for a question, rank 0 would wait for in vain.
  together(Ring(world().ranks, world().size(), {}), [&] {
    while (served.one()) {
      if (!gave_up_on_ranks()) continue;
      // Rank 0 says so if it can, and ends all; where it is the one that stands still, the launcher does when this
      // ends.
      std::this_thread::sleep_for(std::chrono::seconds(5));
      throw RanksLost("a rank stands still");
    }
  });
}

void dismiss() {
  Ranks* const ranks = world().ranks;
  if (ranks == nullptr) return;
  Letter letter;
  letter.put(Command::end);
  for (int rank = 1; rank < ranks->size(); ++rank) send_letter(*ranks, rank, tags::command, letter);
}

AcrossRanks::AcrossRanks(const RankedVariant& variant, const Params& params, std::uint64_t seed)
    : variant_(variant),
      ring_(params.integer("ranks") == 1 ? nullptr : world().ranks, static_cast<int>(params.integer("ranks")),
            world().is_slow ? world().network : Network{}),
      transport_(params.has("transport") ? params.word("transport") : "staged"),
      number_(next_number()) {
  if (const std::string why = ranks_unsupported(params); !why.empty()) throw Unsupported(why);
  if (ranks_are_lost()) throw RanksLost("the ranks were lost");
  Letter letter = command(Command::make, number_);
  letter.put(variant_.kernel);
  letter.put(variant_.variant);
  letter.put(variant_.backend);
  put(letter, params);
  letter.put(seed);
  letter.put(ring_.network());
  ask(ring_, letter);
  try {
    for (Letter& answer : all_do(ring_, [&] { part_ = variant_.make(params, seed, ring_); }))
      devices_.push_back(answer.take_text());
    devices_.insert(devices_.begin(), part_->device());
    if (const std::string why = devices_unsupported(transport_, devices_); !why.empty()) throw Unsupported(why);
  } catch (const RanksLost&) {
    throw;
  } catch (...) {
    // What others made goes again.
    ask(ring_, command(Command::drop, number_));
    throw;
  }
}

AcrossRanks::~AcrossRanks() {
  if (ranks_are_lost()) return;
  try {
    ask(ring_, command(Command::drop, number_));
  } catch (const std::exception&) {
  }
}

std::string AcrossRanks::code_path() const {
  ask(ring_, command(Command::path, number_));
  // Each path once, in the order of the ranks.
  std::vector<std::string> paths(1);
  for (Letter& letter : all_do(ring_, [&] { paths[0] = part_->code_path(); }))
    if (const std::string path = letter.take_text(); std::find(paths.begin(), paths.end(), path) == paths.end())
      paths.push_back(path);
  std::string result = "ranks " + std::to_string(ring_.size());
  for (const std::string& path : paths) result += (&path == paths.data() ? ", " : "; and ") + path;
  return result;
}

void AcrossRanks::sweep(int count) {
  Letter letter = command(Command::sweep, number_);
  letter.put(count);
  ask(ring_, letter);
  all_do(ring_, [&] { together(ring_, [&] { part_->sweep(count); }); });
  sweeps_ += count;
}

std::vector<std::int64_t> AcrossRanks::sums() {
  ask(ring_, command(Command::sums, number_));
  std::vector<std::int64_t> result;
  for (Letter& letter : all_do(ring_, [&] { result = part_->sums(); })) {
    const auto more = letter.take_vector<std::int64_t>();
    for (std::size_t i = 0; i < result.size(); ++i) result[i] += more.at(i);
  }
  return result;
}

std::vector<std::uint32_t> AcrossRanks::words() {
  ask(ring_, command(Command::words, number_));
  std::vector<std::uint32_t> result;
  for (Letter& letter : all_do(ring_, [&] { result = part_->words(); })) {
    const auto more = letter.take_vector<std::uint32_t>();
    result.insert(result.end(), more.begin(), more.end());
  }
  return result;
}

int AcrossRanks::host_threads() const {
  // Where devices do it, the limit is that of so many of them.
  if (!devices_.front().empty()) {
    std::set<std::string> devices;
    for (std::size_t rank = 0; rank < devices_.size(); ++rank)
      devices.insert(world().places[rank].host + " " + devices_[rank]);
    return static_cast<int>(devices.size());
  }
  return world().threads(ring_.size());
}

RanksUsed AcrossRanks::ranks_used() {
  ask(ring_, command(Command::phases, number_));
  std::vector<Phases> all(1);
  for (Letter& letter : all_do(ring_, [&] { all[0] = part_->phases(); })) all.push_back(letter.take<Phases>());
  RanksUsed result;
  result.library = world().library;
  result.transport = transport_;
  // A rank that is alone sends nothing over it, though others were started.
  if (ring_.size() > 1) {
    result.latency_us = ring_.network().latency_us;
    result.bandwidth_GBps = ring_.network().bandwidth_GBps;
  }
  const double us = sweeps_ > 0 ? 1e6 / sweeps_ : 0;
  for (std::size_t rank = 0; rank < all.size(); ++rank)
    result.by_rank.push_back({world().places[rank].host, devices_[rank], us * all[rank].boundary,
                              us * all[rank].transfer, us * all[rank].bulk, us * all[rank].wait});
  return result;
}

}  // namespace spinbench
