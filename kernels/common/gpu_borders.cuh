// What a rank's device sends to those of its neighbours after each half-sweep, and what it gets from them.
//
// Whatever comes in lies in an inbox on the device, a message beside the other. Three ways lead there (axis transport):
// staged, through pinned memory and messages of the hosts; aware, by messages of the hosts from an outbox on the one
// device to the inbox on the other, whose memory the library takes; and peer, by a copy from device to device into the
// inbox that its neighbour has mapped, which counts up a number beside it; the neighbour's stream waits for that, and
// no host.
//
// A message of a colour is overwritten no sooner than it was used: a rank sends the next of that colour only when it
// has what its neighbour sends after it used this one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "backends/gpu/device.cuh"
#include "backends/gpu/neighbours.hpp"
#include "interface/rank_parts.hpp"
#include "kernels/common/rank_mutants.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// Tells the neighbour that has mapped `counter` that what was copied to it before is there.
template <class Count>
__global__ void count_up(Count* counter, Count to) {
  __threadfence_system();
  *static_cast<volatile Count*>(counter) = to;
  __threadfence_system();
}

/// Ends when each of the counters has come so far, a thread for each; or after many looks, with *late set.
template <class Count>
__global__ void await_counters(const Count* counters, Count wanted, Count* late) {
  const volatile Count* const counter = counters + threadIdx.x;
  for (std::uint32_t looks = 0; static_cast<std::int32_t>(*counter - wanted) < 0; ++looks)
    if (looks > 60'000'000u) {
      *late = 1;
      break;
    }
  __threadfence_system();
}

/// The messages of one colour: to the ranks `steps` behind, of `bytes` each.
class GpuBorders {
 public:
  /// `steps[colour]`: as many for both colours. The inboxes of all ranks have the same size.
  GpuBorders(const Ring& ring, const std::string& transport, const std::vector<int> (&steps)[2], std::size_t bytes)
      : ring_(ring),
        // A rank alone copies to itself.
        way_(transport == "peer"                        ? Way::peer
             : transport == "aware" && ring.size() == 1 ? Way::peer
             : transport == "aware"                     ? Way::aware
                                                        : Way::staged),
        bytes_(bytes),
        pitch_((bytes + 255) / 256 * 256),
        messages_(steps[0].size()),
        inbox_(std::max(gpu::least_shared_bytes, counters_at() + 256) / 4) {
    inbox_.fill_zero();
    gpu::synchronize();
    for (int colour = 0; colour < 2; ++colour)
      for (std::size_t number = 0; number < messages_; ++number)
        steps_[colour].push_back(planted(RankMutant::ranks_wrong_neighbour) ? -steps[colour][number]
                                                                            : steps[colour][number]);
    if (way_ == Way::peer) map_neighbours();
    if (way_ == Way::aware) outbox_ = gpu::Buffer<std::uint32_t>(2 * most_messages * pitch_ / 4);
    for (int colour = 0; colour < 2; ++colour)
      for (std::size_t number = 0; number < messages_; ++number) {
        const int step = steps_[colour][number];
        if (way_ == Way::aware)
          aware_[colour].push_back(std::make_unique<RingRequests>(ring, step, tag(colour, number), bytes));
        if (way_ != Way::staged) continue;
        staged_[colour].push_back(std::make_unique<RingMessage>(ring, step, tag(colour, number), bytes));
        pinned_[colour].push_back(std::make_unique<gpu::PinnedBytes>(2 * pitch_));
      }
  }

  const std::uint32_t* inbox(std::uint32_t colour, std::size_t number) const {
    return inbox_.data() + slot(colour, number) / 4;
  }

  /// Some rows of so many bytes.
  struct Piece {
    gpu::Rows from;
    std::size_t row_bytes, rows;
  };
  /// Enqueues that `pieces`, one behind the other, go out as message `number` of the colour.
  void send(gpu::Stream in, std::uint32_t colour, std::size_t number, const std::vector<Piece>& pieces) {
    std::byte* const to = way_ == Way::peer ? neighbour(steps_[colour][number]) : nullptr;
    // The library may still read what went out before.
    if (way_ == Way::aware) aware_[colour][number]->await_sent();
    std::byte* next = way_ == Way::peer    ? to + slot(colour, number)
                      : way_ == Way::aware ? outgoing(colour, number)
                                           : pinned_[colour][number]->data();
    for (const Piece& one : pieces) {
      gpu::copy_rows(in, {next, one.row_bytes}, one.from, one.row_bytes, one.rows);
      next += one.row_bytes * one.rows;
    }
    if (way_ != Way::peer) return;
    gpu::launch_in(in, count_up<std::uint32_t>, dim3(1), dim3(1),
                   reinterpret_cast<std::uint32_t*>(to + counters_at()) + entry(colour, number), sent_[colour] + 1);
  }
  /// After all of the colour's messages; where hosts send them, this one waits for what `in` copies.
  void sent(const gpu::UrgentStream& in, std::uint32_t colour) {
    ++sent_[colour];
    if (way_ == Way::peer) return;
    in.synchronize();
    for (std::size_t number = 0; number < messages_; ++number) {
      if (way_ == Way::aware) {
        aware_[colour][number]->post(outgoing(colour, number), incoming(colour, number));
        continue;
      }
      std::copy_n(pinned_[colour][number]->data(), bytes_, staged_[colour][number]->outgoing());
      staged_[colour][number]->post();
    }
  }
  /// Enqueues that `in` goes on when the colour's messages are in the inbox; where hosts send them, this one waits.
  /// False where nothing came in since the last time.
  bool receive(gpu::Stream in, std::uint32_t colour) {
    if (received_[colour] == sent_[colour]) return false;
    received_[colour] = sent_[colour];
    if (way_ == Way::peer) {
      gpu::launch_in(
          in, await_counters<std::uint32_t>, dim3(1), dim3(static_cast<unsigned>(messages_)),
          reinterpret_cast<const std::uint32_t*>(reinterpret_cast<const std::byte*>(inbox_.data()) + counters_at()) +
              entry(colour, 0),
          received_[colour], late());
      return true;
    }
    for (std::size_t number = 0; number < messages_; ++number) {
      if (way_ == Way::aware) {
        aware_[colour][number]->await_received();
        continue;
      }
      // Behind what goes out, so that neither waits for the other.
      std::byte* const through = pinned_[colour][number]->data() + pitch_;
      std::copy_n(staged_[colour][number]->incoming(), bytes_, through);
      const std::size_t as = planted(RankMutant::ranks_tags_mixed) ? messages_ - 1 - number : number;
      gpu::copy_rows(in, {const_cast<std::uint32_t*>(inbox(colour, as)), bytes_}, {through, bytes_}, bytes_, 1);
    }
    return true;
  }
  /// Throws where a wait for a neighbour was given up. Waits.
  void check_in_time() {
    if (way_ != Way::peer) return;
    std::uint32_t was_late = 0;
    gpu::copy_rows(gpu::stream(), {&was_late, 4}, {late(), 4}, 4, 1);
    gpu::synchronize();
    if (was_late != 0) throw std::runtime_error("a neighbour's border did not come");
  }

 private:
  static constexpr std::size_t most_messages = 2;
  enum class Way { staged, aware, peer };

  static std::size_t entry(std::uint32_t colour, std::size_t number) { return colour * most_messages + number; }
  std::size_t slot(std::uint32_t colour, std::size_t number) const { return entry(colour, number) * pitch_; }
  std::byte* outgoing(std::uint32_t colour, std::size_t number) const {
    return reinterpret_cast<std::byte*>(outbox_.data()) + slot(colour, number);
  }
  std::byte* incoming(std::uint32_t colour, std::size_t number) const {
    const std::size_t as = planted(RankMutant::ranks_tags_mixed) ? messages_ - 1 - number : number;
    return reinterpret_cast<std::byte*>(inbox_.data()) + slot(colour, as);
  }
  std::size_t counters_at() const { return 2 * most_messages * pitch_; }
  std::uint32_t* late() { return inbox_.data() + counters_at() / 4 + 2 * most_messages; }
  static int tag(int colour, std::size_t number) { return 2 * colour + static_cast<int>(number); }

  std::byte* neighbour(int step) const {
    if (ring_.size() == 1) return reinterpret_cast<std::byte*>(inbox_.data());
    return static_cast<std::byte*>((step < 0 || ring_.size() == 2 ? before_ : behind_)->data());
  }

  /// Each rank has the handles of both neighbours; where there are two ranks, of the one other.
  void map_neighbours() {
    if (ring_.size() == 1) return;
    const gpu::Handle own = gpu::handle_of(inbox_.data());
    for (const int step : {1, -1}) {
      if (step < 0 && ring_.size() == 2) break;
      RingMessage message(ring_, step, 8 + (step > 0 ? 1 : 0), own.size());
      std::copy(own.begin(), own.end(), message.outgoing());
      message.post();
      gpu::Handle its;
      std::copy_n(message.incoming(), its.size(), its.begin());
      (step > 0 ? before_ : behind_) = std::make_unique<gpu::MappedMemory>(its);
    }
  }

  const Ring& ring_;
  Way way_;
  std::size_t bytes_, pitch_, messages_;
  gpu::Buffer<std::uint32_t> inbox_;   ///< by colour and number, and then their counters
  gpu::Buffer<std::uint32_t> outbox_;  ///< the same, of what goes out, where the library takes it from there
  std::vector<int> steps_[2];
  std::unique_ptr<gpu::MappedMemory> before_, behind_;
  std::vector<std::unique_ptr<RingMessage>> staged_[2];
  std::vector<std::unique_ptr<RingRequests>> aware_[2];
  std::vector<std::unique_ptr<gpu::PinnedBytes>> pinned_[2];
  std::uint32_t sent_[2] = {0, 0}, received_[2] = {0, 0};
};

/// The half-sweeps of a slab: what neighbours wait for on a stream of its own, the rest beside it. Where neighbours
/// wait for each other once a sweep only, whole sweeps take the place of half ones, and turns that of colours.
class GpuSlabSweeps {
 public:
  /// `count` half-sweeps, the first of colour `first`. What a kernel does: `Slab` has
  ///   void take(Stream, colour)      puts what came in where updates find it
  ///   void boundary(Stream, colour)  updates what neighbours wait for
  ///   void send(Stream, colour, GpuBorders&)
  ///   void bulk(Stream, colour)      updates the rest
  ///   void next()                    another half-sweep
  template <class Slab>
  void run(Slab& slab, GpuBorders& borders, int count, std::uint32_t first = 0) {
    const gpu::Stream main = gpu::stream(), urgent = urgent_.get();
    // What was enqueued on the one stream before, such as a start, is seen by the other.
    bulk_done_.set(main);
    boundary_done_.set(urgent);
    for (int half = 0; half < count; ++half) {
      const std::uint32_t colour = (first + static_cast<std::uint32_t>(half)) & 1;
      // The first two are timed; to mark all of them would cost small ones more than they take.
      Marks* const marks = half < 2 ? &marks_[half] : nullptr;
      bulk_done_.await(urgent);
      boundary_done_.await(main);
      if (marks) marks->begin.set(urgent);
      const double before = shared_clock_s();
      const bool stale = planted(RankMutant::ranks_stale_rows);
      const bool came = !stale && borders.receive(urgent, 1 - colour);
      if (marks) marks->host_wait = shared_clock_s() - before, marks->arrived.set(urgent);
      // Before the first, what is there is the start.
      if (came) slab.take(urgent, 1 - colour);
      if (marks) marks->taken.set(urgent);
      slab.boundary(urgent, colour);
      if (planted(RankMutant::ranks_boundary_twice)) slab.boundary(urgent, colour);
      boundary_done_.set(urgent);
      if (stale && borders.receive(urgent, 1 - colour)) slab.take(urgent, 1 - colour);
      if (marks) marks->updated.set(urgent);
      slab.send(urgent, colour, borders);
      if (marks) marks->copied.set(urgent), marks->bulk_begin.set(main);
      slab.bulk(main, colour);
      if (marks) marks->bulk_end.set(main);
      bulk_done_.set(main);
      borders.sent(urgent_, colour);
      slab.next();
    }
    const std::uint32_t last = (first + static_cast<std::uint32_t>(count) + 1) & 1;
    if (borders.receive(urgent, last)) slab.take(urgent, last);
    urgent_.synchronize();
    gpu::synchronize();
    borders.check_in_time();
    add_times(count);
  }

  Phases phases() const { return phases_; }

 private:
  struct Marks {
    gpu::Mark begin, arrived, taken, updated, copied, bulk_begin, bulk_end;
    double host_wait = 0;
  };

  /// The first two stand for all of a call.
  void add_times(int all) {
    const int marked = std::min(all, 2);
    const double count = marked == 0 ? 0 : static_cast<double>(all) / marked;
    for (int half = 0; half < marked; ++half) {
      const Marks& one = marks_[half];
      phases_.wait += count * one.arrived.seconds_since(one.begin);
      phases_.transfer += count * (one.taken.seconds_since(one.arrived) + one.copied.seconds_since(one.updated));
      phases_.boundary += count * one.updated.seconds_since(one.taken);
      phases_.bulk += count * one.bulk_end.seconds_since(one.bulk_begin);
    }
  }

  gpu::UrgentStream urgent_;
  gpu::Mark bulk_done_, boundary_done_;
  Marks marks_[2];
  Phases phases_;
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
