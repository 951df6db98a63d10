#include "bench/measure/checkpoint.hpp"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

#include "bench/errors.hpp"
#include "bench/fnv.hpp"
#include "bench/rows/files.hpp"
#include "interface/resumable.hpp"

namespace spinbench {

namespace {

namespace fs = std::filesystem;

/// What files of any version begin with, and those of this one.
constexpr std::string_view any_version = "spinbench-checkpoint/", magic = "spinbench-checkpoint/4\n";

bool begins_with(const std::vector<std::uint8_t>& bytes, std::string_view text) {
  return bytes.size() >= text.size() && std::memcmp(bytes.data(), text.data(), text.size()) == 0;
}

/// A vector of whatever length the bytes have room for.
template <class T>
void take_any(StateReader& reader, std::vector<T>& values, std::uint64_t most) {
  std::uint64_t size = 0;
  reader.take(size);
  if (size > most) throw std::runtime_error("a length that cannot be");
  values.resize(size);
  for (T& value : values) reader.take(value);
}

std::string text_from(StateReader& reader, std::uint64_t most) {
  std::vector<char> text;
  take_any(reader, text, most);
  return {text.begin(), text.end()};
}

void put_text(StateWriter& writer, const std::string& text) { writer.put(std::vector<char>(text.begin(), text.end())); }

/// Whether `name` is that of Destination's temporary file for `file`, of a process that is no more.
bool is_leftover(const std::string& name, const std::string& file) {
  const std::string before = file + ".tmp.";
  if (!name.starts_with(before)) return false;
  int process = 0;
  const char* const end = name.data() + name.size();
  const auto [parsed, error] = std::from_chars(name.data() + before.size(), end, process);
  if (error != std::errc() || parsed != end || process <= 0) return false;
  return ::kill(process, 0) != 0 && errno == ESRCH;
}

/// Nobody else's file has our first bytes; a kill may have come before the first of them.
bool is_ours(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) return false;
  std::string first(any_version.size(), '\0');
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  return file.gcount() == 0 || first == any_version;
}

}  // namespace

void Checkpoint::refuse(const std::string& why) const { throw UsageError("checkpoint " + quote(path_) + " " + why); }

void Checkpoint::remove(const std::string& path) { ::unlink(resolved(path).c_str()); }

void Checkpoint::remove_leftovers() const {
  const fs::path file = resolved(path_), folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
  std::error_code error;
  std::vector<fs::path> found;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
    if (is_leftover(entry->path().filename().string(), file.filename().string())) found.push_back(entry->path());
  for (const fs::path& path : found)
    if (fs::is_regular_file(fs::symlink_status(path, error)) && is_ours(path)) fs::remove(path, error);
}

std::optional<RunSoFar> Checkpoint::read() const {
  constexpr char damaged[] = "is damaged: remove it to start anew";
  std::error_code error;
  const fs::file_status status = fs::status(path_, error);
  if (status.type() == fs::file_type::not_found) return std::nullopt;
  // A pipe would have us wait for who writes to it.
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse("is no regular file: name another");
  std::ifstream file(path_, std::ios::binary);
  if (!file) refuse(std::string("cannot be read: ") + std::strerror(errno) + "; name another file");
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  if (!begins_with(bytes, any_version)) refuse("is no checkpoint of this program: name another file");
  if (!begins_with(bytes, magic))
    refuse("is of another version of this program: go on with that one, name another file, or remove it");
  const std::size_t head = magic.size();
  if (bytes.size() < head + sizeof(std::uint64_t)) refuse(damaged);
  const std::span<const std::uint8_t> body(bytes.data() + head, bytes.size() - head - sizeof(std::uint64_t));
  std::uint64_t sum = 0;
  std::memcpy(&sum, body.data() + body.size(), sizeof sum);
  if (sum != fnv_over(body.data(), body.size())) refuse(damaged);
  RunSoFar result;
  std::string identity;
  StateReader reader(body);
  try {
    identity = text_from(reader, body.size());
    if (identity == identity_) {
      reader.take(result.equilibrated);
      take_any(reader, result.values, body.size());
      reader.take(result.replicas);
      std::vector<double> times, units;
      std::vector<std::uint8_t> throttled;
      take_any(reader, times, body.size());
      take_any(reader, units, body.size());
      take_any(reader, throttled, body.size());
      take_any(reader, result.sweeps, body.size());
      if (times.size() != units.size() || times.size() != throttled.size() || times.size() != result.sweeps.size() ||
          (result.values.empty() && !times.empty()))
        throw std::runtime_error("unequal lengths");
      for (std::size_t i = 0; i < times.size(); ++i) result.batches.push_back({times[i], throttled[i] != 0, units[i]});
      result.place = text_from(reader, body.size());
      std::uint64_t others = 0;
      for (reader.take(others); others > 0; --others) result.others.push_back(text_from(reader, body.size()));
      reader.take(result.spins);
      take_any(reader, result.state, body.size());
      reader.finish();
      return result;
    }
  } catch (const std::runtime_error&) {
    refuse(damaged);
  }
  refuse("is of another run (" + identity + "): name another file, or remove it");
}

void Checkpoint::write(const RunSoFar& progress) const {
  StateWriter body;
  put_text(body, identity_);
  body.put(progress.equilibrated);
  body.put(progress.values);
  body.put(progress.replicas);
  std::vector<double> times, units;
  std::vector<std::uint8_t> throttled;
  for (const Batch& batch : progress.batches) {
    times.push_back(batch.ns_per_unit);
    units.push_back(batch.units);
    throttled.push_back(batch.throttled ? 1 : 0);
  }
  body.put(times);
  body.put(units);
  body.put(throttled);
  body.put(progress.sweeps);
  put_text(body, progress.place);
  body.put(static_cast<std::uint64_t>(progress.others.size()));
  for (const std::string& other : progress.others) put_text(body, other);
  body.put(progress.spins);
  body.put(progress.state);
  const std::uint64_t sum = fnv_over(body.bytes().data(), body.bytes().size());
  std::string bytes(magic);
  bytes.append(body.bytes().begin(), body.bytes().end());
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  Destination(path_, "--checkpoint").write(bytes);
}

}  // namespace spinbench
