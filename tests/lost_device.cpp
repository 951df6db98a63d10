// A fault of a kernel stays with its device for as long as the process lives: what comes after it there says so, and
// other devices go on.
#include <memory>
#include <stdexcept>
#include <string>

#include "bench/runner.hpp"
#include "interface/rank_parts.hpp"
#include "tests/catch.hpp"
#include "tests/fake_backend.hpp"
#include "tests/verification_rig.hpp"

using namespace spinbench;
using namespace spinbench::verifying;

namespace {

class Fragile final : public testing::FakeBackend {
 public:
  bool lost = false;
  void synchronize() override {
    if (lost && in_use == std::vector<int>{0}) throw std::runtime_error("CUDA: an illegal instruction was encountered");
    FakeBackend::synchronize();
  }
};

}  // namespace

TEST_CASE("a device that a case takes with it fails those after it there, by name", "[verification]") {
  Fragile fragile;
  fragile.all.push_back(fragile.all[0]);
  Rig faulty, plain;
  const auto on_device = [&](Rig& rig, int device) {
    Case c = rig.test_case();
    c.backend = &fragile, c.device = device;
    return c;
  };
  bool takes_it_along = false;
  faulty.variant.make = [&](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> {
    fragile.lost = takes_it_along;
    throw std::runtime_error("CUDA: copy from device");
  };
  RunnerOptions options;
  options.measure = false;
  options.checks = options_of_rig();
  options.checks.first_bit_units = 1e6;
  Runner runner(options);
  const auto status_of = [&](Rig& rig, int device) { return runner.run(on_device(rig, device))->status; };

  CHECK(status_of(faulty, 0) == Row::Status::failed);
  CHECK(status_of(plain, 0) == Row::Status::verified);
  takes_it_along = true;
  CHECK(status_of(faulty, 0) == Row::Status::failed);
  CHECK(status_of(plain, 1) == Row::Status::verified);
  CHECK_FALSE(runner.could_run(on_device(plain, 0)));
  CHECK(runner.could_run(on_device(plain, 1)));
  const int made = plain.made;
  const auto row = runner.run(on_device(plain, 0));
  CHECK(row->status == Row::Status::failed);
  CHECK(row->reason == "the device was lost with " + on_device(faulty, 0).name() +
                           " (CUDA: an illegal instruction was encountered): run this one without that");
  const Attempt attempt = runner.attempt(on_device(plain, 0), {});
  CHECK(attempt.status == Row::Status::failed);
  CHECK(attempt.reason == row->reason);
  CHECK(plain.made == made);
}

TEST_CASE("a search for launches notices a device that it lost, too", "[verification]") {
  Fragile fragile;
  Rig faulty;
  faulty.variant.make = [&](const Params&, std::uint64_t) -> std::unique_ptr<Simulation> {
    fragile.lost = true;
    throw std::runtime_error("CUDA: copy from device");
  };
  Case c = faulty.test_case();
  c.backend = &fragile;
  Runner runner(RunnerOptions{});
  CHECK(runner.attempt(c, {}).reason.find("copy from device") != std::string::npos);
  // The next one has the network that was asked for, as if this one had passed.
  CHECK(world().is_slow);
  CHECK(runner.attempt(c, {}).reason.starts_with("the device was lost with "));
}
