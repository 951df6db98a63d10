#include "bench/cli/refuse_checkpoint.hpp"

#include <exception>
#include <memory>
#include <string>

#include "bench/cli/identity.hpp"
#include "bench/errors.hpp"
#include "bench/measure/checkpoint.hpp"
#include "bench/rows/files.hpp"
#include "bench/rows/results.hpp"
#include "bench/runner.hpp"
#include "interface/ranks.hpp"
#include "interface/resumable.hpp"

namespace spinbench::cli {

namespace {

/// A file holds one simulation.
void refuse_all_but_one(const std::string& option, const std::vector<Case>& cases) {
  if (cases.size() == 1 && cases.front().kernel->experiment) return;
  throw UsageError(option + " keeps one case of an experiment, but " + std::to_string(cases.size()) + " are selected" +
                   (cases.size() == 1 ? ", of a kernel that is no experiment" : ""));
}

/// The variant's own, where the device can do it: the user's may search its temperatures for minutes as it is made.
Params usual_case(const Case& c) {
  Params usual;
  for (const Axis& axis : c.variant->axes) usual.set(axis.name, axis.fallback);
  return !c.variant->unsupported || c.variant->unsupported(usual, c.device_info()).empty() ? usual : c.params;
}

/// All simulations of a variant can be kept, or none. Why one cannot be made is for the run to say.
bool can_be_kept(const Case& c, std::uint64_t seed) {
  try {
    c.backend->use_device(c.device);
    const auto made = c.variant->make(usual_case(c), seed);
    return dynamic_cast<const Resumable*>(made.get()) != nullptr;
  } catch (const RanksLost&) {
    throw;
  } catch (const std::exception&) {
    return true;
  }
}

}  // namespace

void refuse_checkpoint(const Options& options, const std::vector<Case>& cases) {
  if (options.checkpoint.empty()) return;
  const std::string option = "--checkpoint " + quote(options.checkpoint);
  refuse_all_but_one(option, cases);
  Destination(options.checkpoint, "--checkpoint", FileUse::look);
  const Case& c = cases.front();
  const std::string build = build_of(provenance(options.argv, cases));
  Checkpoint(options.checkpoint, checkpoint_identity(c, options.seed, options.sweeps, build), 0).read();
  if (!can_be_kept(c, options.seed))
    throw UsageError(option + ": simulations of " + c.variant->kernel + "/" + c.variant->name +
                     " cannot be kept; leave it away");
}

}  // namespace spinbench::cli
