// Two processes that measure the same cases in turns, so that whatever drifts drifts for both: only who has the turn
// uses the machine.
#pragma once

#include <cstddef>
#include <functional>

namespace spinbench {

/// One side. Of a case the first does one repetition, then the second two, the first two, and so on (ABBA...), so that
/// of a steady drift both see the same.
class Turns {
 public:
  /// `descriptor`: a connected stream socket, which this closes at its end. The second side has no turn until begin().
  /// `interrupted` ends any waiting.
  Turns(int descriptor, bool first, std::function<bool()> interrupted);
  Turns(const Turns&) = delete;
  Turns& operator=(const Turns&) = delete;
  ~Turns() { close(); }

  /// Before anything of the case at `position` of the common list; returns when it is this side's turn. Positions only
  /// grow; a side that lacks a case leaves it out.
  void begin(std::size_t position);
  /// After repetition `index` of `count`, counted from 0.
  void after_repetition(std::size_t index, std::size_t count);
  /// After all cases: the other side waits no longer.
  void close();
  /// After all cases: passes every turn back until the other side closes.
  void wait_until_closed();
  /// Whether the other side ended, or waiting was interrupted: all turns are this side's then.
  bool is_alone() const { return alone_; }
  /// Whether the other side has begun a case, so that it may hold a device.
  bool other_began() const { return other_ > 0; }

 private:
  void pass();
  void receive();
  void send();

  int descriptor_;
  bool first_, mine_, alone_ = false;
  std::size_t own_ = 0, other_ = 0;  ///< twice the cases that are behind a side, and one more inside the next
  std::function<bool()> interrupted_;
};

}  // namespace spinbench
