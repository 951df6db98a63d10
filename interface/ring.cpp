#include "interface/ring.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>

namespace spinbench {

double shared_clock_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

void Patience::wait() {
  ++looks_;
  if (looks_ < 200) return;
  if (!naps_ || looks_ < 4000) return std::this_thread::yield();
  std::this_thread::sleep_for(std::chrono::microseconds(looks_ < 8000 ? 50 : 500));
}

bool& ranks_are_lost() {
  static bool lost = false;
  return lost;
}

void throw_if_trouble(Ranks& ranks) {
  if (ranks_are_lost()) throw RanksLost("the ranks were lost");
  const auto arrived = ranks.arrived(Ranks::any, tags::trouble);
  if (!arrived) return;
  std::string text(arrived->bytes, '\0');
  const Ranks::Request request = ranks.receive(arrived->from, tags::trouble, text.data(), text.size());
  while (!ranks.done(request)) std::this_thread::yield();
  ranks_are_lost() = true;
  throw RanksLost(text);
}

double& longest_rank_wait_s() {
  static double seconds = 300;
  return seconds;
}

void read_longest_rank_wait() {
  const char* const text = std::getenv("SPINBENCH_RANK_WAIT");
  if (text == nullptr) return;
  char* end = nullptr;
  const double seconds = std::strtod(text, &end);
  // A comparison that NaN fails.
  if (end == text || *end != '\0' || !(seconds >= 1 && seconds <= 1e6))
    throw std::invalid_argument("SPINBENCH_RANK_WAIT='" + std::string(text) +
                                "': seconds to wait for another rank, from 1 to 1000000");
  longest_rank_wait_s() = seconds;
}

bool& gave_up_on_ranks() {
  static bool gave_up = false;
  return gave_up;
}

void tell_trouble(Ranks& ranks, const std::string& what) {
  static bool told = false;
  if (std::exchange(told, true)) return;
  // It must be there until it was sent.
  static std::string text;
  text = what;
  for (int rank = 0; rank < ranks.size(); ++rank)
    if (rank != ranks.rank()) ranks.send(rank, tags::trouble, text.data(), text.size());
}

void give_up_if_late(Ranks& ranks, const Patience& patience, const std::string& whom) {
  const double limit = longest_rank_wait_s();
  if (patience.seconds() < limit) return;
  ranks_are_lost() = gave_up_on_ranks() = true;
  const std::string why =
      "rank " + std::to_string(ranks.rank()) + " waited " + std::to_string(static_cast<int>(limit)) + " s for " + whom +
      ", which ended or stands still: SPINBENCH_RANK_WAIT=SECONDS in the environment of all ranks allows more";
  tell_trouble(ranks, why);
  throw RanksLost(why);
}

Ring::Ring(Ranks* ranks, int size, const Network& network) : ranks_(ranks), size_(size), network_(network) {}

void Ring::finish(Ranks::Request request) const {
  Patience patience(false);
  for (int looks = 1; !ranks_->done(request); ++looks) {
    if (looks % 256 == 0) {
      throw_if_trouble(*ranks_);
      give_up_if_late(*ranks_, patience, "a neighbour");
    }
    patience.wait();
  }
}

RingMessage::RingMessage(const Ring& ring, int step, int tag, std::size_t bytes)
    : ring_(ring),
      to_(ring.at(step)),
      from_(ring.at(-step)),
      tag_(tags::ring + tag),
      out_(head + bytes),
      in_(head + bytes) {}

RingMessage::~RingMessage() {
  // The library may still read from the one and write to the other.
  try {
    if (sending_ != 0) ring_.finish(sending_);
    if (receiving_ != 0) ring_.finish(receiving_);
  } catch (const RanksLost&) {
    static std::vector<std::vector<std::byte>> kept;
    kept.push_back(std::move(out_));
    kept.push_back(std::move(in_));
  }
}

std::byte* RingMessage::outgoing() {
  if (sending_ != 0) ring_.finish(std::exchange(sending_, 0));
  return out_.data() + head;
}

void RingMessage::post() {
  double arrival = 0;
  // A rank that is alone sends nothing over a network.
  if (const Network& network = ring_.network(); network.simulated() && ring_.size() > 1) {
    const double seconds =
        network.bandwidth_GBps > 0 ? 1e-9 * static_cast<double>(out_.size() - head) / network.bandwidth_GBps : 0;
    link_free_s_ = std::max(link_free_s_, shared_clock_s()) + seconds;
    arrival = link_free_s_ + 1e-6 * network.latency_us;
  }
  std::memcpy(out_.data(), &arrival, sizeof arrival);
  if (ring_.size() == 1) {
    in_ = out_;
    return;
  }
  receiving_ = ring_.ranks()->receive(from_, tag_, in_.data(), in_.size());
  sending_ = ring_.ranks()->send(to_, tag_, out_.data(), out_.size());
}

void RingMessage::poll() {
  if (receiving_ != 0 && ring_.ranks()->done(receiving_)) receiving_ = 0;
  if (sending_ != 0 && ring_.ranks()->done(sending_)) sending_ = 0;
}

const std::byte* RingMessage::incoming() {
  if (receiving_ != 0) ring_.finish(std::exchange(receiving_, 0));
  hold_back();
  return in_.data() + head;
}

RingRequests::RingRequests(const Ring& ring, int step, int tag, std::size_t bytes)
    : ring_(ring), to_(ring.at(step)), from_(ring.at(-step)), tag_(tags::ring + tag), bytes_(bytes) {}

RingRequests::~RingRequests() {
  // Where ranks were lost the process ends, and its memory with it.
  try {
    await_sent();
    await_received();
  } catch (const RanksLost&) {
  }
}

void RingRequests::post(const void* out, void* in) {
  receiving_ = ring_.ranks()->receive(from_, tag_, in, bytes_);
  sending_ = ring_.ranks()->send(to_, tag_, out, bytes_);
}

void RingRequests::await_sent() {
  if (sending_ != 0) ring_.finish(std::exchange(sending_, 0));
}

void RingRequests::await_received() {
  if (receiving_ != 0) ring_.finish(std::exchange(receiving_, 0));
}

void RingMessage::hold_back() {
  double arrival;
  std::memcpy(&arrival, in_.data(), sizeof arrival);
  while (shared_clock_s() < arrival) std::this_thread::yield();
}

}  // namespace spinbench
