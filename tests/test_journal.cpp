#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bench/errors.hpp"
#include "bench/rows/journal.hpp"
#include "tests/catch.hpp"

using namespace spinbench;
using nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

struct Folder {
  fs::path path = fs::temp_directory_path() / ("spinbench-journal-" + std::to_string(::getpid()));
  Folder() { fs::create_directories(path); }
  ~Folder() { fs::remove_all(path); }
  std::string file(const char* name) const { return (path / name).string(); }
};

const ordered_json identity = {{"host", "h"}, {"seed", 1}};

ordered_json row(const std::string& name, double ns = 1) {
  return {
      {"name", name}, {"status", "measured"}, {"ns_per_flip", ns}, {"ci95", {ns, ns}}, {"samples_ns_per_flip", {ns}}};
}

void append_text(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::app) << text; }

}  // namespace

TEST_CASE("a journal gives back its rows on resume, without the torn last line") {
  const Folder folder;
  const auto path = folder.file("a.journal");
  {
    Journal journal(path, identity, false);
    journal.append(row("one", 2.5));
    journal.append(row("two"));
  }
  append_text(path, R"({"name":"three","stat)");
  {
    Journal journal(path, identity, true);
    CHECK(journal.rows().size() == 2);
    CHECK(journal.rows().at("one")["ns_per_flip"] == 2.5);
    journal.append(row("three"));
  }
  Journal journal(path, identity, true);
  CHECK(journal.rows().size() == 3);
  journal.remove();
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a journal with rows is not overwritten without resume; an empty one is") {
  const Folder folder;
  const auto path = folder.file("b.journal");
  { Journal journal(path, identity, false); }
  { Journal(path, identity, false).append(row("one")); }
  CHECK_THROWS_AS(Journal(path, identity, false), UsageError);
  CHECK(Journal(path, identity, true).rows().size() == 1);
}

TEST_CASE("a journal of another identity is refused") {
  const Folder folder;
  const auto path = folder.file("c.journal");
  { Journal(path, identity, false).append(row("one")); }
  CHECK_THROWS_AS(Journal(path, {{"host", "h"}, {"seed", 2}}, true), UsageError);
  CHECK_THROWS_AS(Journal(path, {{"host", "other"}, {"seed", 1}}, true), UsageError);
}

TEST_CASE("what is no journal is refused and left alone") {
  const Folder folder;
  const auto text =
      GENERATE(as<std::string>(), "garbage", "garbage\n", "{}\n", "[1,2]\n", "{\"schema\":3}\n",
               "{\"schema\":\"spinbench-journal/1\"}\n", "\x80\xff\n",
               "{\"schema\":\"spinbench-journal/1\",\"identity\":{\"host\":\"h\",\"seed\":1}}\n{\"name\":3}\n",
               "{\"schema\":\"spinbench-journal/1\",\"identity\":{\"host\":\"h\",\"seed\":1}}\nnot json\n");
  const bool resume = GENERATE(false, true);
  const auto path = folder.file("d.journal");
  append_text(path, text);
  CHECK_THROWS_AS(Journal(path, identity, resume), UsageError);
  std::ifstream file(path, std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == text);
}

TEST_CASE("a measured row must hold its numbers to be believed") {
  const Folder folder;
  const auto path = folder.file("e.journal");
  { Journal journal(path, identity, false); }
  append_text(path, "{\"name\":\"x\",\"status\":\"measured\",\"ns_per_flip\":\"fast\"}\n");
  CHECK_THROWS_AS(Journal(path, identity, true), UsageError);
}

TEST_CASE("two processes do not write one journal") {
  const Folder folder;
  const Journal first(folder.file("f.journal"), identity, false);
  CHECK_THROWS_AS(Journal(folder.file("f.journal"), identity, true), UsageError);
}

TEST_CASE("a results file is replaced in one step") {
  const Folder folder;
  const auto path = folder.file("r.json");
  append_text(path, "old");
  fs::create_symlink("r.json", folder.path / "link.json");
  Destination destination(folder.file("link.json"));
  CHECK(destination.regular());
  destination.write("new");
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "new");
  CHECK(fs::is_symlink(folder.path / "link.json"));
}

TEST_CASE("a destination that cannot be written is refused before anything is measured") {
  CHECK_THROWS_AS(Destination(""), UsageError);
  CHECK_THROWS_AS(Destination("/nonexistent/folder/x.json"), UsageError);
  CHECK_THROWS_AS(Destination("/tmp"), UsageError);
}

TEST_CASE("a full device is told", "[dev-full]") {
  if (!fs::exists("/dev/full")) return;
  Destination destination("/dev/full");
  CHECK_FALSE(destination.regular());
  CHECK_THROWS_AS(destination.write("x"), UsageError);
}
