#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "bench/errors.hpp"
#include "bench/rows/journal.hpp"
#include "tests/catch.hpp"
#include "tests/example_row.hpp"

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

/// The row of a case of that size.
ordered_json row(std::int64_t L, double ns = 0.3) {
  Row result = testing::example_row(L);
  result.measurement->median = ns;
  result.measurement->held->median = ns;
  return to_json(result);
}

std::string name_of(std::int64_t L) { return testing::example_row(L).name; }

/// What is said of a journal that is opened without resume.
std::string why_refused(const std::string& path) {
  try {
    Journal(path, identity, false);
  } catch (const UsageError& error) {
    return error.what();
  }
  return "";
}

void append_text(const std::string& path, const std::string& text) { std::ofstream(path, std::ios::app) << text; }

}  // namespace

TEST_CASE("a journal gives back its rows on resume, without the torn last line") {
  const Folder folder;
  const auto path = folder.file("a.journal");
  {
    Journal journal(path, identity, false);
    journal.append(row(1, 0.31));
    journal.append(row(2));
  }
  append_text(path, R"({"name":"three","stat)");
  {
    Journal journal(path, identity, true);
    CHECK(journal.rows().size() == 2);
    CHECK(journal.rows().at(name_of(1)).row.measurement->median == 0.31);
    CHECK(journal.rows().at(name_of(1)).json == row(1, 0.31));
    journal.append(row(3));
  }
  Journal journal(path, identity, true);
  CHECK(journal.rows().size() == 3);
  journal.remove();
  CHECK_FALSE(fs::exists(path));
}

TEST_CASE("a journal removes no file that somebody put in its place", "[journal]") {
  const Folder folder;
  const auto path = folder.file("replaced.journal");
  Journal journal(path, identity, false);
  append_text(folder.file("other"), "another's\n");
  fs::rename(folder.file("other"), path);
  CHECK_FALSE(journal.is_there());
  journal.remove();
  std::ifstream file(path);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == "another's\n");
}

TEST_CASE("a row that was dropped is gone for later readers, until it is measured again") {
  const Folder folder;
  const auto path = folder.file("dropped.journal");
  {
    Journal journal(path, identity, false);
    journal.append(row(1));
    journal.append(row(2));
  }
  {
    Journal journal(path, identity, true);
    journal.drop(journal.rows().begin()->first);
    CHECK(journal.rows().size() == 1);
  }
  {
    Journal journal(path, identity, true);
    CHECK(journal.rows().size() == 1);
    CHECK(journal.rows().contains(name_of(2)));
    journal.append(row(1));
  }
  CHECK(Journal(path, identity, true).rows().size() == 2);
}

TEST_CASE("a journal with rows is not overwritten without resume; an empty one is") {
  const Folder folder;
  const auto path = folder.file("b.journal");
  { Journal journal(path, identity, false); }
  { Journal(path, identity, false).append(row(1)); }
  CHECK(why_refused(path).find("holds 1 row of a run") != std::string::npos);
  CHECK(Journal(path, identity, true).rows().size() == 1);
}

TEST_CASE("a journal of another identity is refused") {
  const Folder folder;
  const auto path = folder.file("c.journal");
  { Journal(path, identity, false).append(row(1)); }
  CHECK_THROWS_AS(Journal(path, {{"host", "h"}, {"seed", 2}}, true), UsageError);
  CHECK_THROWS_AS(Journal(path, {{"host", "other"}, {"seed", 1}}, true), UsageError);
}

TEST_CASE("a journal of what only one of two runs was told is refused by the other", "[journal]") {
  const Folder folder;
  ordered_json precise = identity, usual = identity;
  precise["precision"] = 0.05, usual["precision"] = nullptr;
  for (const bool told : {false, true}) {
    const auto path = folder.file(told ? "told.journal" : "untold.journal");
    { Journal(path, told ? precise : usual, false).append(row(1)); }
    CHECK_THROWS_AS(Journal(path, told ? usual : precise, true), UsageError);
    CHECK(Journal(path, told ? precise : usual, true).rows().size() == 1);
  }
  // What an older build did not know it was not told.
  const auto old = folder.file("unknown.journal");
  { Journal(old, identity, false).append(row(1)); }
  CHECK(Journal(old, usual, true).rows().size() == 1);
  CHECK_THROWS_AS(Journal(old, precise, true), UsageError);
}

TEST_CASE("a journal of another card is refused; one that names no card is not", "[journal]") {
  const Folder folder;
  const auto with_card = [](const char* card) {
    ordered_json result = identity;
    if (*card) result["card"] = ordered_json::array({card});
    return result;
  };
  const auto path = folder.file("card.journal");
  { Journal(path, with_card("GPU-1"), false).append(row(1)); }
  CHECK(Journal(path, with_card("GPU-1"), true).rows().size() == 1);
  CHECK(Journal(path, with_card(""), true).rows().size() == 1);
  try {
    Journal(path, with_card("GPU-2"), true);
    FAIL("the journal of another card was taken");
  } catch (const UsageError& error) {
    CHECK(error.what() ==
          "the journal " + quote(path) +
              " is of another card ([\"GPU-1\"], here [\"GPU-2\"]); remove it or name another file with --out");
  }
  const auto old = folder.file("old.journal");
  { Journal(old, with_card(""), false).append(row(1)); }
  CHECK(Journal(old, with_card("GPU-2"), true).rows().size() == 1);
}

TEST_CASE("what is no journal is refused and left alone") {
  const Folder folder;
  const auto text =
      GENERATE(as<std::string>(), "garbage", "garbage\n", "{}\n", "[1,2]\n", "{\"schema\":3}\n",
               "{\"schema\":\"spinbench-journal/2\"}\n", "\x80\xff\n",
               "{\"schema\":\"spinbench-journal/2\",\"identity\":{\"host\":\"h\",\"seed\":1}}\n{\"name\":3}\n",
               "{\"schema\":\"spinbench-journal/2\",\"identity\":{\"host\":\"h\",\"seed\":1}}\nnot json\n");
  const bool resume = GENERATE(false, true);
  const auto path = folder.file("d.journal");
  append_text(path, text);
  CHECK_THROWS_AS(Journal(path, identity, resume), UsageError);
  std::ifstream file(path, std::ios::binary);
  CHECK(std::string(std::istreambuf_iterator<char>(file), {}) == text);
}

TEST_CASE("a row that no run has written is refused, in one line that says where", "[journal]") {
  const Folder folder;
  const auto path = folder.file("e.journal");
  { Journal(path, identity, false).append(row(1)); }
  ordered_json wrong = row(2), nested = row(2);
  wrong["ns_per_unit"] = "fast";
  ordered_json* inner = &nested["params"];
  for (int depth = 0; depth < 30; ++depth) inner = &((*inner)["deeper"] = ordered_json::object());
  const auto text = GENERATE_COPY(as<std::string>(), R"({"name":"x","status":"measured","ns_per_unit":1})",
                                  R"({"name":"x","status":"skipped"})", wrong.dump(), nested.dump(),
                                  std::string(200000, '['), std::string(50000, '[') + std::string(50000, ']'));
  append_text(path, text + "\n");
  try {
    Journal(path, identity, true);
    FAIL("the journal was read");
  } catch (const UsageError& error) {
    const std::string said = error.what();
    CHECK(said.find("line 3") != std::string::npos);
    CHECK(said.find('\n') == std::string::npos);
    CHECK(said.size() < 500);
  }
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

TEST_CASE("a journal gives back where a row's launch comes from, and the notes beside rows") {
  const Folder folder;
  const auto path = folder.file("tuned.journal");
  Row tuned = testing::example_row(8);
  tuned.tuning = RowTuning{"t.json", "2026-11-22T09:30:00Z", "abc", {}};
  tuned.tuning->launch.set("L", std::int64_t{8});
  {
    Journal journal(path, identity, false);
    journal.append_note({{"launch", {{"L", 8}}}});
    journal.append(to_json(tuned));
  }
  CHECK(why_refused(path).find("holds 1 row and 1 search of a run") != std::string::npos);
  const Journal journal(path, identity, true);
  CHECK(journal.notes() == std::vector<ordered_json>{{{"launch", {{"L", 8}}}}});
  REQUIRE(journal.rows().size() == 1);
  CHECK(journal.rows().begin()->second.row.tuning->launch.integer("L") == 8);
  CHECK(journal.rows().begin()->second.json == to_json(tuned));
}
