// What a piece of a GPU kernel costs by pipe.
#pragma once

namespace spinbench {

/// Operations a lane, by the machine code for sm_90; docs/instruction_counts.py counts those of bit-sliced updates and
/// of generators again.
struct PipeCost {
  double logic_ops;      ///< turns of the ALU
  double multiply_adds;  ///< turns of the multiply-add pipe
  double issue_slots;    ///< instructions of any kind
};

}  // namespace spinbench
