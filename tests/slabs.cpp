// What ranks do with a slab of a lattice on CPUs, down to the thinnest slabs: the bits and sums of the
// serial oracle. Ranks are threads here; tests/cli/test_ranks.py starts processes.
#include "tests/slabs.hpp"

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "backends/cpu/isa.hpp"
#include "backends/gpu/device_messages.hpp"
#include "interface/ranks_used.hpp"

using namespace spinbench;

TEST_CASE("Slabs of bit-sliced lattices hold the oracle's spins for any number of ranks", "[slabs][cpu]") {
  const RankedVariant &square = *ranked_variant("ising2d_metropolis", "multispin_mpi", "cpu"),
                      &cubic = *ranked_variant("ising3d_metropolis", "multispin_mpi", "cpu");
  // The last have a layer each.
  compare_slabs(cubic, 3, slabs_case("mwc64x", 64, 1, "staged"), {1, 2, 3, 4, 7, 64});
  compare_slabs(square, 2, slabs_case("philox4x32", 256, 1, "staged"), {3, 4, 7});
}

TEST_CASE("Lattices of weak scaling on hosts are in the widest vectors at each size", "[slabs][cpu]") {
  // A rank with half as wide ones is half as fast, and the efficiency would say so of the network.
  int cases = 0;
  for (const Plan& plan : Registry::instance().plans()) {
    if (plan.id != "weak") continue;
    for (const Sweep& sweep : plan.sweeps) {
      if (sweep.variant != "multispin_mpi" || sweep.backend != "cpu") continue;
      const Variant& variant = *Registry::instance().variant(plan.kernel, sweep.variant, sweep.backend);
      Params params;
      for (const Axis& axis : variant.axes) params.set(axis.name, axis.fallback);
      for (const auto& [name, values] : sweep.axes) params.set(name, values.front());
      params.set("ranks", std::int64_t{1});
      const std::string path = variant.make(params, 1)->code_path();
      CAPTURE(plan.kernel, params.name(), path);
      CHECK(path.find(cpu::name_of(cpu::isas().back())) != std::string::npos);
      ++cases;
    }
  }
  CHECK(cases == 4 + 4 + 8);
}

TEST_CASE("Ranks that share rank 0's device are told from those with others", "[slabs][cpu]") {
  // The joules of a row are those that rank 0 reads.
  RanksUsed used;
  used.by_rank = {{"a", "card at 1"}, {"a", "card at 1"}};
  CHECK_FALSE(used.has_other_devices());
  used.by_rank.push_back({"a", "card at 2"});
  CHECK(used.has_other_devices());
  used.by_rank = {{"a", ""}, {"b", ""}};
  CHECK(used.has_other_devices());
}

TEST_CASE("Transports that are not there are refused with the reason", "[slabs][cpu]") {
  // The tests are one process, which no launcher started.
  const std::string why = ranks_unsupported(slabs_case("mwc64x", 64, 1, "aware"));
  REQUIRE(why == "no MPI was started, which transport=aware wants: take transport=staged or peer");
  for (const char* transport : {"staged", "peer"})
    REQUIRE(ranks_unsupported(slabs_case("mwc64x", 64, 1, transport)).empty());
}

TEST_CASE("A library of collectives that is not there is named, and what mends it", "[slabs][cpu]") {
  const std::string why = why_no_device_messages("libnccl_of_no_machine.so.2");
  REQUIRE(why.find("transport=nccl wants libnccl_of_no_machine.so.2, which cannot be opened (") == 0);
  REQUIRE(why.find("or take transport=peer or staged") != std::string::npos);
  REQUIRE(why.find('\n') == std::string::npos);
  // One that is there and is another.
  REQUIRE(why_no_device_messages("libc.so.6").find("sends no messages") != std::string::npos);
  REQUIRE(why_no_device_messages(SPINBENCH_FAKE_COLLECTIVES).empty());
}

TEST_CASE("A rank that fails while devices meet leaves nobody waiting", "[slabs][cpu]") {
  Mail mail;
  ThreadRank first(mail, 0, 2), second(mail, 1, 2);
  const Ring here(&first, 2, Network{}), there(&second, 2, Network{});
  std::string how;
  {
    // It is told how they meet, and does not come.
    const std::jthread failing([&] {
      RingMessage message(there, 1, 12, 128);
      message.post();
      message.incoming();
      std::this_thread::sleep_for(std::chrono::milliseconds(200));
      ranks_are_lost() = true;
    });
    try {
      DeviceMessages::among(here, SPINBENCH_FAKE_COLLECTIVES, 0, [] {});
      how = "all came";
    } catch (const RanksLost&) {
      how = "lost";
    }
  }
  ranks_are_lost() = false;
  REQUIRE(how == "lost");
}

TEST_CASE("A rank that is alone waits for no simulated network", "[slabs][cpu]") {
  Mail mail;
  ThreadRank alone(mail, 0, 1);
  const Ring ring(&alone, 1, Network{.latency_us = 3e6, .bandwidth_GBps = 0});
  RingMessage message(ring, 1, 0, 1);
  *message.outgoing() = std::byte{7};
  const auto start = std::chrono::steady_clock::now();
  message.post();
  CHECK(*message.incoming() == std::byte{7});
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(2));
}

TEST_CASE("What a library of collectives says of an error is in the line", "[slabs][cpu]") {
  Mail mail;
  ThreadRank alone(mail, 0, 1);
  const Ring ring(&alone, 1, Network{});
  // In a thread that cannot take the device.
  std::string why;
  try {
    DeviceMessages::among(ring, SPINBENCH_FAKE_COLLECTIVES, 0, [] { throw std::runtime_error("no such device"); });
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  REQUIRE(why == "no such device");
  // Where nothing goes wrong one is made, and kept.
  const auto made = DeviceMessages::among(ring, SPINBENCH_FAKE_COLLECTIVES, 0, [] {});
  REQUIRE(made == DeviceMessages::among(ring, SPINBENCH_FAKE_COLLECTIVES, 0, [] {}));
  try {
    made->send(nullptr, 0, 7, nullptr);
  } catch (const std::runtime_error& error) {
    why = error.what();
  }
  REQUIRE(why == "a message to another device: invalid argument (no rank 7)");
  DeviceMessages::forget();
}

TEST_CASE("Ranks that share a device are refused where kernels wait for each other", "[slabs][cpu]") {
  const std::vector<World::Place> places = std::exchange(world().places, {{"a", 0}, {"a", 1}, {"b", 0}});
  const std::vector<std::string> apart = {"card 0", "card 1", "card 0"}, shared = {"card 0", "card 0", "card 0"};
  const std::string why = devices_unsupported("direct", shared);
  const bool others = devices_unsupported("peer", shared).empty() && devices_unsupported("staged", shared).empty() &&
                      devices_unsupported("direct", apart).empty() && devices_unsupported("nccl", apart).empty();
  const bool nccl = !devices_unsupported("nccl", shared).empty();
  world().places = places;
  REQUIRE(
      why ==
      "transport=direct wants a device for each rank, but ranks 0 and 1 share card 0: take transport=peer or staged");
  REQUIRE(others);
  REQUIRE(nccl);
}

TEST_CASE("Slabs of a spin glass in vectors hold the oracle's spins for any number of ranks", "[slabs][cpu]") {
  const RankedVariant& glass = *ranked_variant("ea3d_metropolis", "multispin_mpi", "cpu");
  for (const int ranks : {1, 2, 3, 4, 7})
    compare_glass_slabs<ea3d::VectorSlab>(glass, glass_slabs_case(16, 2, 4, ranks, "staged"));
  // A plane each; replicas that are no whole fours.
  compare_glass_slabs<ea3d::VectorSlab>(glass, glass_slabs_case(8, 1, 5, 8, "staged"));
}
