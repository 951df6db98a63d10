// What ranks cannot do, as far as it is known of where they are.
#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "interface/rank_parts.hpp"

namespace spinbench {

std::string devices_unsupported(const std::string& transport, const std::vector<std::string>& devices) {
  if (transport != "direct" && transport != "nccl") return "";
  std::map<std::string, int> first;
  for (std::size_t rank = 0; rank < devices.size(); ++rank) {
    const auto [found, is_new] = first.emplace(world().places[rank].host + " " + devices[rank], static_cast<int>(rank));
    if (!is_new)
      return "transport=" + transport + " wants a device for each rank, but ranks " + std::to_string(found->second) +
             " and " + std::to_string(rank) + " share " + devices[rank] + ": take transport=peer or staged";
  }
  return "";
}

std::string ranks_unsupported(const Params& params) {
  const std::int64_t ranks = params.integer("ranks"), started = world().size();
  const std::string transport = params.has("transport") ? params.word("transport") : "staged";
  const bool peer = transport == "peer", direct = transport == "direct", aware = transport == "aware",
             nccl = transport == "nccl";
  if ((peer || direct) && ranks > 1 && world().nodes() > 1)
    return transport + (peer ? " copies go" : " stores go") + " between devices of one machine, but the ranks are on " +
           std::to_string(world().nodes()) + ": take transport=staged or nccl";
  if ((peer || direct || aware || nccl) && world().network.simulated())
    return "--network holds back what goes through the hosts, and " + transport + (direct ? " stores" : " copies") +
           " do not: take transport=staged";
  if (aware && (world().ranks == nullptr || !world().ranks->takes_device_memory()))
    return (world().ranks == nullptr ? "no MPI was started" : world().library + " takes no memory of devices") +
           ", which transport=aware wants: take transport=staged or peer";
  if (ranks <= started) return "";
  const std::string wanted = std::to_string(ranks);
  return "ranks=" + wanted + ", but " +
         (started == 1 ? "one process was" : std::to_string(started) + " processes were") + " started: mpirun -n " +
         wanted + " spinbench ...";
}

}  // namespace spinbench
