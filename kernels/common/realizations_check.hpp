// The check that an oracle's realizations are lattices of their own. Each alone may have the right energy, and they
// may still be copies of one another; there is nobody else's bits that an oracle could be held to.
#pragma once

#include <cstdint>
#include <vector>

#include "interface/registry.hpp"

namespace spinbench {

/// Realizations that the physics of an oracle is measured on: of several two, so that what is right in the first alone
/// shows in the second, which costs nothing, since the energies of both count.
std::int64_t proved_realizations(const Params& params);

/// The check "realizations", of Check::Kind::self and with the simulation's code path: after 16 steps of the
/// granularity at a temperature at which most spins have moved, no two of the context's variant on `params`, and not
/// more than 16 of them, hold the same spins. None for a single one.
std::vector<Check> check_realizations(const CheckContext& context, Params params);

/// Of one configuration, in which `realizations` lie one after the other.
Check judge_realizations(const Configuration& found, std::uint64_t realizations);

}  // namespace spinbench
