// The half-sweeps of a slab on a device, and what it tells its neighbours between them.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/common/gpu_borders.cuh"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

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
    borders.connect();
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
      if (marks) marks->sent.set(urgent);
      slab.next();
    }
    const std::uint32_t last = (first + static_cast<std::uint32_t>(count) + 1) & 1;
    if (borders.receive(urgent, last)) slab.take(urgent, last);
    borders.await_work(urgent_);
    add_times(count, borders.waits_in_sending());
  }

  Phases phases() const { return phases_; }

 private:
  struct Marks {
    gpu::Mark begin, arrived, taken, updated, copied, sent, bulk_begin, bulk_end;
    double host_wait = 0;
  };

  /// The first two stand for all of a call.
  void add_times(int all, bool waits_in_sending) {
    const int marked = std::min(all, 2);
    const double count = marked == 0 ? 0 : static_cast<double>(all) / marked;
    for (int half = 0; half < marked; ++half) {
      const Marks& one = marks_[half];
      phases_.wait += count * one.arrived.seconds_since(one.begin);
      if (waits_in_sending) phases_.wait += count * one.sent.seconds_since(one.copied);
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
