// What the parts of one simulation send each other, each on a rank of its own: ranks in a ring, each with a neighbour
// before it and one behind.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "interface/ranks.hpp"

namespace spinbench {

/// A network that is put between ranks of one machine, by holding messages back.
struct Network {
  double latency_us = 0, bandwidth_GBps = 0;  ///< 0: no limit

  bool simulated() const { return latency_us > 0 || bandwidth_GBps > 0; }
  bool operator==(const Network&) const = default;
};

/// Tells apart what is sent for different reasons.
namespace tags {
inline constexpr int command = 1, answer = 2, trouble = 3, hello = 4, ring = 16;
}

/// A wait that others are left room by: at once, then giving way, then in naps where it may last.
class Patience {
 public:
  /// `naps`: for waits of any length. Else somebody works for it right now.
  explicit Patience(bool naps) : naps_(naps) {}
  void wait();
  double seconds() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count(); }

 private:
  bool naps_;
  int looks_ = 0;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Seconds after which a host gives up its wait for another rank.
double& longest_rank_wait_s();
/// Takes them from SPINBENCH_RANK_WAIT, where it is there; throws std::invalid_argument where that is no such number.
void read_longest_rank_wait();

/// The first `size` ranks; one alone where `ranks` is null.
class Ring {
 public:
  Ring(Ranks* ranks, int size, const Network& network);

  int rank() const { return ranks_ == nullptr ? 0 : ranks_->rank(); }
  int size() const { return size_; }
  /// The rank `step` places behind this one.
  int at(int step) const { return ((rank() + step) % size_ + size_) % size_; }
  Ranks* ranks() const { return ranks_; }
  const Network& network() const { return network_; }
  /// Waits for it; throws RanksLost where another rank says that it failed, or nobody says anything for long.
  void finish(Ranks::Request request) const;

 private:
  Ranks* ranks_;
  int size_;
  Network network_;
};

/// Whether a rank failed in the middle of what all do: nothing is waited for any more.
bool& ranks_are_lost();
/// Throws RanksLost where a rank said that it failed, now or before.
void throw_if_trouble(Ranks& ranks);
/// Says to all others that this rank cannot go on.
void tell_trouble(Ranks& ranks, const std::string& what);
/// Tells trouble and throws RanksLost where a wait for `whom` has lasted too long.
void give_up_if_late(Ranks& ranks, const Patience& patience, const std::string& whom);
/// Whether this rank was the one to give up.
bool& gave_up_on_ranks();

/// Bytes that every rank sends again and again to the one `step` places behind it (1) or before it (-1), and as many
/// that it receives from the other side. They go through memory of the host.
class RingMessage {
 public:
  /// `tag`: its own, the same on all ranks, from 0 on.
  RingMessage(const Ring& ring, int step, int tag, std::size_t bytes);
  ~RingMessage();
  RingMessage(const RingMessage&) = delete;
  RingMessage& operator=(const RingMessage&) = delete;

  /// To be filled before post().
  std::byte* outgoing();
  /// What came in; to be called once for each post(). Waits.
  const std::byte* incoming();
  /// Sends what outgoing() holds. What incoming() gave before is overwritten from now on.
  void post();
  /// Keeps the messages moving: some libraries do so only while they are called.
  void poll();

 private:
  // The time at which a simulated network delivers stands before the bytes.
  static constexpr std::size_t head = 16;

  void hold_back();

  const Ring& ring_;
  int to_, from_, tag_;
  std::vector<std::byte> out_, in_;
  Ranks::Request sending_ = 0, receiving_ = 0;
  double link_free_s_ = 0;
};

/// The same of memory that the library reads and writes by itself, where it lies: nothing is copied.
class RingRequests {
 public:
  RingRequests(const Ring& ring, int step, int tag, std::size_t bytes);
  ~RingRequests();
  RingRequests(const RingRequests&) = delete;
  RingRequests& operator=(const RingRequests&) = delete;

  /// From now on `out` is read and `in` written, until these return.
  void post(const void* out, void* in);
  void await_sent();
  void await_received();

 private:
  const Ring& ring_;
  int to_, from_, tag_;
  std::size_t bytes_;
  Ranks::Request sending_ = 0, receiving_ = 0;
};

/// Seconds of a clock that all processes of a machine share.
double shared_clock_s();

}  // namespace spinbench
