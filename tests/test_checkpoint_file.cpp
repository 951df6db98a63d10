// The file of a checkpoint: what lies beside it and what leads to it stays as it is.
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "bench/errors.hpp"
#include "bench/measure/checkpoint.hpp"
#include "tests/catch.hpp"
#include "tests/walk.hpp"

using namespace spinbench;
using spinbench::testing::walks::Folder;
namespace fs = std::filesystem;

namespace {

void put(const fs::path& path, const std::string& text) { std::ofstream(path, std::ios::binary) << text; }

std::string text_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The number of a process that is no more.
pid_t gone() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

std::string refusal(const Checkpoint& checkpoint) {
  try {
    checkpoint.read();
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a checkpoint has all that was put into it", "[checkpoint]") {
  const Folder folder;
  const Checkpoint checkpoint((folder.path / "c").string(), "this", 0);
  RunSoFar run;
  run.equilibrated = 7;
  run.values = {1.5, -2};
  run.replicas = 2;
  run.batches = {{3.5, true, 12}};
  run.sweeps = {5};
  run.place = "Fake 1, code for wide";
  run.others = {"python3 (pid 12)", ""};
  run.spins = 0x123456789abcdef0u;
  run.state = {1, 2, 3};
  checkpoint.write(run);
  const auto read = checkpoint.read();
  REQUIRE(read);
  CHECK(read->equilibrated == run.equilibrated);
  CHECK(read->values == run.values);
  CHECK(read->replicas == run.replicas);
  REQUIRE(read->batches.size() == 1);
  CHECK(read->batches[0].ns_per_unit == 3.5);
  CHECK(read->batches[0].throttled);
  CHECK(read->batches[0].units == 12);
  CHECK(read->sweeps == run.sweeps);
  CHECK(read->place == run.place);
  CHECK(read->others == run.others);
  CHECK(read->spins == run.spins);
  CHECK(read->state == run.state);
}

TEST_CASE("a checkpoint is written without touching a user's files, and behind his links", "[checkpoint]") {
  const Folder folder;
  const fs::path file = folder.path / "c", link = folder.path / "link";
  put(folder.path / "c.new", "notes");
  fs::create_symlink("c", link);
  const Checkpoint checkpoint(link.string(), "this", 0);
  checkpoint.write({});
  checkpoint.write({});
  CHECK(text_of(folder.path / "c.new") == "notes");
  CHECK(fs::is_symlink(link));
  CHECK(fs::is_regular_file(fs::symlink_status(file)));
  CHECK(checkpoint.read().has_value());
  CHECK(std::distance(fs::directory_iterator(folder.path), fs::directory_iterator()) == 3);
  Checkpoint::remove(link.string());
  CHECK(fs::is_symlink(link));
  CHECK_FALSE(fs::exists(file));
  CHECK_FALSE(checkpoint.read().has_value());
  Checkpoint::remove(link.string());
}

TEST_CASE("two runs have two temporary files, and what a killed one left is removed", "[checkpoint]") {
  const Folder folder;
  const fs::path file = folder.path / "c";
  const Checkpoint checkpoint(file.string(), "this", 0);
  // What it is called is in the error, where it cannot be.
  const fs::path own = folder.path / ("c.tmp." + std::to_string(::getpid()));
  fs::create_directory(own);
  CHECK_THROWS_AS(checkpoint.write({}), UsageError);
  try {
    checkpoint.write({});
  } catch (const UsageError& error) {
    CHECK(std::string(error.what()).find(own.filename().string()) != std::string::npos);
  }
  fs::remove(own);
  checkpoint.write({});

  const std::string number = std::to_string(gone()), half = text_of(file).substr(0, 40);
  const fs::path left = folder.path / ("c.tmp." + number), empty = folder.path / ("c.tmp." + std::to_string(gone()));
  put(left, half);
  put(empty, "");
  const std::vector<fs::path> others = {folder.path / ("c.tmp." + std::to_string(::getppid())),
                                        folder.path / ("c.tmp." + number + "x"), folder.path / ("cc.tmp." + number),
                                        folder.path / "c.tmp.", folder.path / "c.new"};
  for (const fs::path& other : others) put(other, half);
  const fs::path notes = folder.path / ("c.tmp." + std::to_string(gone()));
  put(notes, "notes of a user, which are his");
  checkpoint.remove_leftovers();
  CHECK_FALSE(fs::exists(left));
  CHECK_FALSE(fs::exists(empty));
  for (const fs::path& other : others) CHECK(fs::exists(other));
  CHECK(fs::exists(notes));
  CHECK(checkpoint.read().has_value());
  // Nor does a folder that is not there matter.
  Checkpoint((folder.path / "none" / "c").string(), "this", 0).remove_leftovers();
}

TEST_CASE("a checkpoint of another version's format is named as that", "[checkpoint]") {
  const Folder folder;
  const fs::path file = folder.path / "c";
  const Checkpoint checkpoint(file.string(), "this", 0);
  checkpoint.write({});
  std::string bytes = text_of(file);
  bytes.replace(bytes.find('/') + 1, 1, "3");
  put(file, bytes);
  CHECK(refusal(checkpoint).find("another version of this program") != std::string::npos);
  put(file, "notes");
  CHECK(refusal(checkpoint).find("no checkpoint of this program") != std::string::npos);
  put(file, "spinbench-checkpoint/4\n");
  CHECK(refusal(checkpoint).find("damaged") != std::string::npos);
}
