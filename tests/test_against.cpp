// Two sides in turns, on threads, and the cases of an earlier file.
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <mutex>
#include <numeric>
#include <thread>

#include "bench/against/baseline.hpp"
#include "bench/against/turns.hpp"
#include "bench/errors.hpp"
#include "bench/select/selection.hpp"
#include "tests/catch.hpp"

using namespace spinbench;

namespace {

/// A case of one side: its position, and how many repetitions it comes to.
struct Part {
  std::size_t position;
  std::size_t repetitions;
};

/// What both sides did, in the order in which they did it: "a0 b0 b0 a0": side, position.
class Record {
 public:
  void add(char side, std::size_t position) {
    const std::lock_guard lock(mutex_);
    text_ += (text_.empty() ? "" : " ") + std::string(1, side) + std::to_string(position);
  }
  std::string text() const { return text_; }

 private:
  std::mutex mutex_;
  std::string text_;
};

bool never() { return false; }

void run_side(int descriptor, bool first, const std::vector<Part>& parts, std::size_t count, Record& record) {
  Turns turns(descriptor, first, never);
  for (const Part& part : parts) {
    turns.begin(part.position);
    for (std::size_t i = 0; i < part.repetitions; ++i) {
      record.add(first ? 'a' : 'b', part.position);
      if (part.repetitions == count) turns.after_repetition(i, count);
    }
  }
}

std::string played(const std::vector<Part>& first, const std::vector<Part>& second, std::size_t count) {
  int sockets[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  Record record;
  std::thread other([&] { run_side(sockets[1], false, second, count, record); });
  run_side(sockets[0], true, first, count, record);
  other.join();
  return record.text();
}

struct File {
  std::string path = (std::filesystem::temp_directory_path() / ("against-" + std::to_string(::getpid()))).string();
  ~File() { std::filesystem::remove(path); }
  void write(const std::string& text) const { std::ofstream(path) << text; }
};

std::string row(const std::string& params, const std::string& more = "", const std::string& kernel = "machine_logic") {
  return R"({"name":"n","kernel":")" + kernel + R"(","variant":"scalar","backend":"cpu","params":)" + params + more +
         "}";
}

std::string file_of(const std::string& rows) {
  return R"({"schema":"spinbench-results/2","provenance":{},"rows":[)" + rows + "]}";
}

constexpr const char* timed = R"(,"status":"measured","figure":"burst","seed":7)";

}  // namespace

TEST_CASE("repetitions of two sides alternate so that both have the same place in a drift", "[against]") {
  CHECK(played({{0, 4}}, {{0, 4}}, 4) == "a0 b0 b0 a0 a0 b0 b0 a0");
  CHECK(played({{0, 2}, {1, 2}}, {{0, 2}, {1, 2}}, 2) == "a0 b0 b0 a0 a1 b1 b1 a1");
  CHECK(played({{0, 1}, {1, 1}}, {{0, 1}, {1, 1}}, 1) == "a0 b0 a1 b1");
  CHECK(played({{0, 3}, {1, 3}}, {{0, 3}, {1, 3}}, 3) == "a0 b0 b0 a0 a0 b0 a1 b1 b1 a1 a1 b1");
}

TEST_CASE("a side that lacks a case, or fails it, leaves the other alone with it and meets it at the next",
          "[against]") {
  CHECK(played({{0, 2}, {1, 2}, {2, 2}}, {{0, 2}, {2, 2}}, 2) == "a0 b0 b0 a0 a1 a1 a2 b2 b2 a2");
  // 0 repetitions: it failed a check.
  CHECK(played({{0, 0}, {1, 2}}, {{0, 2}, {1, 2}}, 2) == "b0 b0 a1 b1 b1 a1");
  CHECK(played({{0, 2}, {1, 2}}, {{0, 0}, {1, 2}}, 2) == "a0 a0 a1 b1 b1 a1");
  CHECK(played({{0, 2}}, {}, 2) == "a0 a0");
  CHECK(played({}, {{0, 2}}, 2) == "b0 b0");
}

TEST_CASE("waiting ends when it is interrupted or the other side ends", "[against]") {
  int sockets[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  const Turns stopped(sockets[0], true, [] { return true; });
  CHECK(stopped.is_alone());
  Turns second(sockets[1], false, never);
  ::shutdown(sockets[0], SHUT_RDWR);
  second.begin(0);
  CHECK(second.is_alone());
}

TEST_CASE("a side that is done waits for the other, and gives every turn back", "[against]") {
  int sockets[2];
  REQUIRE(::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets) == 0);
  Record record;
  std::thread other([&] {
    Turns turns(sockets[1], false, never);
    turns.begin(0);
    record.add('b', 0);
    turns.wait_until_closed();
    record.add('b', 9);
  });
  {
    Turns turns(sockets[0], true, never);
    CHECK_FALSE(turns.other_began());
    for (std::size_t position = 0; position < 3; ++position) {
      turns.begin(position);
      for (std::size_t i = 0; i < 2; ++i) {
        record.add('a', position);
        turns.after_repetition(i, 2);
      }
    }
    CHECK(turns.other_began());
    CHECK_FALSE(turns.is_alone());
  }
  other.join();
  CHECK(record.text() == "a0 b0 a0 a1 a1 a2 a2 b9");
}

TEST_CASE("the cases of a results file are its timed rows, with defaults for axes that they lack", "[against]") {
  const File file;
  const Registry& registry = Registry::instance();
  file.write(file_of(row(R"({"steps":8})", timed) + "," + row("{}", timed) + "," +
                     row(R"({"steps":9})", R"(,"status":"skipped")") + "," +
                     row(R"({"steps":9})", std::string(timed) + R"(,"estimates":[])") + "," +
                     row(R"({"steps":8,"ways":2})", timed) + "," + row("{}", timed, "machine_of_nowhere") + "," +
                     row(R"({"steps":0})", timed) + "," + row(R"({"steps":8})", timed)));
  const Baseline all = read_baseline(file.path, {}, registry);
  REQUIRE(all.entries.size() == 2);
  CHECK(all.entries[0].c.name() == "machine_logic/scalar/cpu/steps:8");
  CHECK(all.entries[1].c.name() == "machine_logic/scalar/cpu/steps:65536");
  CHECK(all.entries[1].position == 1);
  CHECK(all.lost.size() == 3);
  CHECK_FALSE(all.held);
  CHECK(all.seed == std::uint64_t{7});
  Selection narrow;
  narrow.axes = {"steps=1:8:+7"};
  CHECK(read_baseline(file.path, narrow, registry).entries.size() == 1);
  narrow.axes.clear();
  narrow.filters = {"65536$"};
  CHECK(read_baseline(file.path, narrow, registry).entries.front().position == 1);
  narrow.filters = {"nothing"};
  CHECK_THROWS_AS(read_baseline(file.path, narrow, registry), UsageError);
  write_cases(file.path, {all.entries[1].c, all.entries[0].c});
  const Baseline again = read_baseline(file.path, {}, registry);
  REQUIRE(again.entries.size() == 2);
  CHECK(again.entries[0].c.name() == all.entries[1].c.name());
}

TEST_CASE("what is no results file is refused", "[against]") {
  const File file;
  CHECK_THROWS_AS(read_baseline("/no/such/file.json", {}, Registry::instance()), UsageError);
  CHECK_THROWS_AS(read_baseline("/", {}, Registry::instance()), UsageError);
  for (const std::string& text :
       {std::string("{"), std::string(""), std::string("[]"),
        std::string(R"({"schema":"spinbench-tuning/1","rows":[]})"), std::string(R"({"schema":"spinbench-results/2"})"),
        file_of(""), file_of("7"), file_of(row("[]", timed)), file_of(R"({"status":"measured"})"),
        file_of(row(R"({"steps":null})", timed)), std::string(100000, '[')}) {
    INFO(text.substr(0, 100));
    file.write(text);
    CHECK_THROWS_AS(read_baseline(file.path, {}, Registry::instance()), UsageError);
  }
}
