// What a rank's device sends to those of its neighbours after each half-sweep, and what it gets from them.
//
// Whatever comes in lies in an inbox on the device, a message beside the other. Five ways lead there (axis transport):
// - staged, through pinned memory and messages of the hosts;
// - aware, by messages of the hosts from an outbox on the one device to the inbox on the other, whose memory MPI takes;
// - nccl, by messages of the devices, which the vendor's library sends and receives in the stream;
// - peer, by a copy from device to device into the inbox that its neighbour has mapped, which counts up a number beside
//   it; the neighbour's stream waits for that, and no host;
// - direct, the same by a kernel's own stores, one launch for all messages of a half-sweep.
//
// A message of a colour is overwritten no sooner than it was used: a rank sends the next of that colour only when it
// has what its neighbour sends after it used this one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backends/gpu/device.cuh"
#include "backends/gpu/device_messages.hpp"
#include "backends/gpu/neighbours.hpp"
#include "interface/rank_parts.hpp"
#include "interface/registry.hpp"
#include "kernels/common/gpu_far_borders.cuh"
#include "kernels/common/rank_mutants.hpp"

namespace spinbench::inline SPINBENCH_GPU_NAMESPACE {

/// Why devices cannot hand borders to each other so, beside what ranks_unsupported() knows; or "".
inline std::string transport_unsupported(const Params& params) {
  const std::string& transport = params.word("transport");
  if (transport == "direct" && !gpu::sees_far_stores)
    return "transport=direct wants kernels that see what another device stores meanwhile, which are not built for this "
           "one: take transport=peer";
  if (transport == "nccl" && params.integer("ranks") > 1) return why_no_device_messages(gpu::device_messages_file());
  return "";
}

/// The messages of one colour: to the ranks `steps` behind, of `bytes` each.
class GpuBorders {
 public:
  /// `steps[colour]`: as many for both colours. The inboxes of all ranks have the same size. `posted`: words of 64 bits
  /// beside each message, by which kernels hand over what they do not send (posted()).
  GpuBorders(const Ring& ring, const std::string& transport, const std::vector<int> (&steps)[2], std::size_t bytes,
             std::size_t posted = 0)
      : ring_(ring),
        way_(way_of(transport, ring.size())),
        bytes_(bytes),
        pitch_((bytes + 255) / 256 * 256),
        messages_(steps[0].size()),
        posted_(posted),
        inbox_(std::max(gpu::least_shared_bytes, posted_at() + 2 * most_messages * posted * 8) / 4) {
    inbox_.fill_zero();
    gpu::synchronize();
    for (int colour = 0; colour < 2; ++colour)
      for (std::size_t number = 0; number < messages_; ++number)
        steps_[colour].push_back(planted(RankMutant::ranks_wrong_neighbour) ? -steps[colour][number]
                                                                            : steps[colour][number]);
    if (way_ == Way::nccl)
      if (const std::string why = why_no_device_messages(gpu::device_messages_file()); !why.empty())
        throw Unsupported(why);
    if (has_outbox()) outbox_ = gpu::Buffer<std::uint32_t>(2 * most_messages * pitch_ / 4);
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
  /// What neighbours post here, by colour and message, and where what is message `number` of colour 0 is posted to.
  std::uint64_t* posted() const { return reinterpret_cast<std::uint64_t*>(inbox_.data() + posted_at() / 4); }
  std::uint64_t* posted_to(std::size_t number) const {
    return reinterpret_cast<std::uint64_t*>(neighbour(steps_[0][number]) + posted_at()) + number * posted_;
  }
  FarPatience patience() const { return {late(), gpu::ticks_of(longest_wait_s())}; }

  /// Once, before anything is sent: what ranks must tell each other for it. All come here together, so that none waits
  /// for one that could not make its part.
  void connect() {
    if (std::exchange(connected_, true)) return;
    if (flagged()) map_neighbours();
    if (way_ != Way::nccl) return;
    const int device = gpu::current_device();
    nccl_ =
        DeviceMessages::among(ring_, gpu::device_messages_file(), device, [device] { gpu::use_device_number(device); });
  }

  /// Some rows of so many bytes.
  struct Piece {
    gpu::Rows from;
    std::size_t row_bytes, rows;
  };
  /// Enqueues that `pieces`, one behind the other, go out as message `number` of the colour.
  void send(gpu::Stream in, std::uint32_t colour, std::size_t number, const std::vector<Piece>& pieces) {
    if (way_ == Way::direct) {
      stored_[number] = pieces;
      if (number + 1 == messages_) store(in, colour);
      return;
    }
    std::byte* const to = way_ == Way::peer ? neighbour(steps_[colour][number]) : nullptr;
    // The library may still read what went out before.
    if (way_ == Way::aware) aware_[colour][number]->await_sent();
    std::byte* next = way_ == Way::peer ? to + slot(colour, number)
                      : has_outbox()    ? outgoing(colour, number)
                                        : pinned_[colour][number]->data();
    for (const Piece& one : pieces) {
      gpu::copy_rows(in, {next, one.row_bytes}, one.from, one.row_bytes, one.rows);
      next += one.row_bytes * one.rows;
    }
    if (way_ == Way::peer)
      gpu::launch_in(in, count_up<std::uint32_t>, dim3(1), dim3(1), counter(to, colour, number), sent_[colour] + 1);
  }
  /// After all of the colour's messages; where hosts send them, this one waits for what `in` copies.
  void sent(const gpu::UrgentStream& in, std::uint32_t colour) {
    ++sent_[colour];
    if (flagged()) return;
    if (way_ == Way::nccl) return exchange(in, colour);
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
    if (flagged()) {
      gpu::launch_in(in, await_counters<std::uint32_t>, dim3(1), dim3(static_cast<unsigned>(messages_)),
                     counter(reinterpret_cast<std::byte*>(inbox_.data()), colour, 0), received_[colour], patience());
      return true;
    }
    // It is a step of the stream.
    if (way_ == Way::nccl) return true;
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
  /// Waits for all work of the device. Throws where a neighbour was waited for in vain.
  void await_work(const gpu::UrgentStream& in) {
    if (way_ == Way::nccl) look_around_until([&] { return in.idle(); });
    in.synchronize();
    gpu::synchronize();
    if (!flagged()) return;
    std::uint32_t was_late = 0;
    gpu::copy_rows(gpu::stream(), {&was_late, 4}, {late(), 4}, 4, 1);
    gpu::synchronize();
    if (was_late == 0) return;
    // Another one may know why.
    if (ring_.ranks() != nullptr) throw_if_trouble(*ring_.ranks());
    throw std::runtime_error("a neighbour's border did not come within " +
                             std::to_string(static_cast<int>(longest_wait_s())) + " s: its rank ended or stands still");
  }
  /// Whether the library that sends also waits for what comes in.
  bool waits_in_sending() const { return way_ == Way::nccl; }

 private:
  static constexpr std::size_t most_messages = FarMessages::most;
  enum class Way { staged, aware, nccl, peer, direct };

  static Way way_of(const std::string& transport, int ranks) {
    if (transport == "direct") return Way::direct;
    // A rank alone copies to itself.
    if (transport == "peer" || (ranks == 1 && (transport == "aware" || transport == "nccl"))) return Way::peer;
    return transport == "aware" ? Way::aware : transport == "nccl" ? Way::nccl : Way::staged;
  }
  /// Whether devices tell each other by numbers what is there.
  bool flagged() const { return way_ == Way::peer || way_ == Way::direct; }
  bool has_outbox() const { return way_ == Way::aware || way_ == Way::nccl; }

  static std::size_t entry(std::uint32_t colour, std::size_t number) { return colour * most_messages + number; }
  std::size_t slot(std::uint32_t colour, std::size_t number) const { return entry(colour, number) * pitch_; }
  std::byte* outgoing(std::uint32_t colour, std::size_t number) const {
    return reinterpret_cast<std::byte*>(outbox_.data()) + slot(colour, number);
  }
  std::byte* incoming(std::uint32_t colour, std::size_t number) const {
    const std::size_t as = planted(RankMutant::ranks_tags_mixed) ? messages_ - 1 - number : number;
    return reinterpret_cast<std::byte*>(inbox_.data()) + slot(colour, as);
  }
  // Behind the messages: a counter of each, *late, and what the launch at hand counts.
  std::size_t counters_at() const { return 2 * most_messages * pitch_; }
  std::size_t posted_at() const { return counters_at() + 256; }
  std::uint32_t* counter(std::byte* of, std::uint32_t colour, std::size_t number) const {
    return reinterpret_cast<std::uint32_t*>(of + counters_at()) + entry(colour, number);
  }
  std::uint32_t* late() const { return inbox_.data() + counters_at() / 4 + 2 * most_messages; }
  std::uint32_t* blocks_done() const { return late() + 1; }
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
      RingMessage message(ring_, step, 8 + (step > 0 ? 1 : 0), own.size() + 1);
      std::copy(own.begin(), own.end(), message.outgoing());
      message.outgoing()[own.size()] = std::byte{posted_ > 0};
      message.post();
      gpu::Handle its;
      std::copy_n(message.incoming(), its.size(), its.begin());
      if ((message.incoming()[its.size()] != std::byte{0}) != (posted_ > 0))
        throw std::runtime_error(
            "the shared memory of one rank's device holds its slab, and that of another does not: "
            "take transport=peer");
      (step > 0 ? before_ : behind_) = map(its);
    }
  }
  static std::unique_ptr<gpu::MappedMemory> map(const gpu::Handle& handle) {
    try {
      return std::make_unique<gpu::MappedMemory>(handle);
    } catch (const std::runtime_error& error) {
      throw std::runtime_error(std::string(error.what()) + ": take transport=staged");
    }
  }

  /// Launches that store all messages of the colour, in parts where they have many pieces.
  void store(gpu::Stream in, std::uint32_t colour) {
    std::size_t most = 0, words = 0;
    bool wide = bytes_ % 16 == 0;
    for (std::size_t number = 0; number < messages_; ++number) {
      most = std::max(most, stored_[number].size());
      for (const Piece& one : stored_[number]) {
        words = std::max(words, one.row_bytes * one.rows / 4);
        wide = wide && one.row_bytes % 16 == 0 && one.from.pitch % 16 == 0 &&
               reinterpret_cast<std::uintptr_t>(one.from.first) % 16 == 0;
      }
    }
    std::size_t offset[most_messages] = {};
    for (std::size_t begin = 0; begin < most; begin += FarMessage::most) {
      FarMessages all{};
      all.blocks_done = blocks_done();
      for (std::size_t number = 0; number < messages_; ++number) {
        const std::vector<Piece>& pieces = stored_[number];
        std::byte* const to = neighbour(steps_[colour][number]);
        FarMessage& message = all.message[number];
        for (std::size_t i = begin; i < std::min(pieces.size(), begin + FarMessage::most); ++i) {
          const Piece& one = pieces[i];
          message.piece[message.pieces++] = {
              static_cast<const std::uint32_t*>(one.from.first),
              reinterpret_cast<std::uint32_t*>(to + slot(colour, number) + offset[number]), one.from.pitch / 4,
              static_cast<std::uint32_t>(one.row_bytes / 4), static_cast<std::uint32_t>(one.rows)};
          offset[number] += one.row_bytes * one.rows;
        }
        const bool last = begin + FarMessage::most >= most;
        message.counter = last ? counter(to, colour, number) : nullptr;
        message.to = sent_[colour] + 1;
      }
      constexpr unsigned threads = 256;
      const std::size_t items = words / (wide ? 4 : 1);
      const dim3 blocks(static_cast<unsigned>(std::clamp<std::size_t>((items + threads - 1) / threads, 1, 64)),
                        static_cast<unsigned>(messages_));
      gpu::launch_in(in, wide ? store_messages<uint4> : store_messages<std::uint32_t>, blocks, dim3(threads), all);
    }
  }

  /// The messages of the devices as a step of the stream.
  void exchange(const gpu::UrgentStream& in, std::uint32_t colour) {
    nccl_->begin();
    for (std::size_t number = 0; number < messages_; ++number) {
      const int step = steps_[colour][number];
      nccl_->send(outgoing(colour, number), bytes_, ring_.at(step), in.get());
      nccl_->receive(incoming(colour, number), bytes_, ring_.at(-step), in.get());
    }
    nccl_->end();
    // A host that is far ahead of its device would not see that another rank failed.
    if (++exchanges_ % 64 != 0) return;
    gpu::Mark& pace = paces_[exchanges_ / 64 % 2];
    look_around_until([&] { return pace.reached(); });
    pace.set(in.get());
  }
  /// Waits for the device, and for what other ranks say meanwhile: what waits on it would never end.
  template <class Done>
  void look_around_until(Done&& done) {
    try {
      const Patience patience(false);
      while (!done()) {
        nccl_->check();
        if (ring_.ranks() != nullptr) {
          throw_if_trouble(*ring_.ranks());
          give_up_if_late(*ring_.ranks(), patience, "a neighbour");
        }
        std::this_thread::yield();
      }
    } catch (const std::exception&) {
      nccl_->abort();
      throw;
    }
  }

  const Ring& ring_;
  Way way_;
  std::size_t bytes_, pitch_, messages_, posted_;
  gpu::Buffer<std::uint32_t> inbox_;   ///< by colour and number, and then their counters
  gpu::Buffer<std::uint32_t> outbox_;  ///< the same, of what goes out, where a library takes it from there
  std::vector<int> steps_[2];
  bool connected_ = false;
  std::unique_ptr<gpu::MappedMemory> before_, behind_;
  std::vector<std::unique_ptr<RingMessage>> staged_[2];
  std::vector<std::unique_ptr<RingRequests>> aware_[2];
  std::vector<std::unique_ptr<gpu::PinnedBytes>> pinned_[2];
  std::vector<Piece> stored_[most_messages];
  std::shared_ptr<DeviceMessages> nccl_;
  std::uint64_t exchanges_ = 0;
  gpu::Mark paces_[2];
  std::uint32_t sent_[2] = {0, 0}, received_[2] = {0, 0};
};

}  // namespace spinbench::SPINBENCH_GPU_NAMESPACE
