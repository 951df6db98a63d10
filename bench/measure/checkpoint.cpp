#include "bench/measure/checkpoint.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "bench/errors.hpp"
#include "bench/fnv.hpp"
#include "bench/rows/files.hpp"
#include "interface/resumable.hpp"

namespace spinbench {

namespace {

constexpr char magic[] = "spinbench-checkpoint/3\n";

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw UsageError("checkpoint " + quote(path) + " " + why);
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

/// A kill leaves the old file or the new one.
void replace(const std::string& path, const std::string& bytes) {
  const std::string temporary = path + ".new";
  // Of what cannot be opened nothing is to be removed.
  OutputFile file(temporary, O_WRONLY | O_CREAT | O_TRUNC, "--checkpoint");
  try {
    file.write(bytes);
    file.close();
    if (std::rename(temporary.c_str(), path.c_str()) != 0)
      refuse(path, std::string("cannot be replaced: ") + std::strerror(errno));
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
}

}  // namespace

std::optional<RunSoFar> Checkpoint::read() const {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path_, error);
  if (status.type() == std::filesystem::file_type::not_found) return std::nullopt;
  // A pipe would have us wait for who writes to it.
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status))
    refuse(path_, "is no regular file: name another");
  std::ifstream file(path_, std::ios::binary);
  if (!file) refuse(path_, std::string("cannot be read: ") + std::strerror(errno) + "; name another file");
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  const std::size_t head = sizeof magic - 1;
  if (bytes.size() < head + sizeof(std::uint64_t) || std::memcmp(bytes.data(), magic, head) != 0)
    refuse(path_, "is no checkpoint of this program: name another file");
  const std::span<const std::uint8_t> body(bytes.data() + head, bytes.size() - head - sizeof(std::uint64_t));
  std::uint64_t sum = 0;
  std::memcpy(&sum, body.data() + body.size(), sizeof sum);
  if (sum != fnv_over(body.data(), body.size())) refuse(path_, "is damaged: remove it to start anew");
  RunSoFar result;
  std::vector<char> identity;
  StateReader reader(body);
  try {
    take_any(reader, identity, body.size());
    if (std::string(identity.begin(), identity.end()) == identity_) {
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
          times.empty() != result.values.empty())
        throw std::runtime_error("unequal lengths");
      for (std::size_t i = 0; i < times.size(); ++i) result.batches.push_back({times[i], throttled[i] != 0, units[i]});
      take_any(reader, result.state, body.size());
      reader.finish();
      return result;
    }
  } catch (const std::runtime_error&) {
    refuse(path_, "is damaged: remove it to start anew");
  }
  refuse(path_,
         "is of another run (" + std::string(identity.begin(), identity.end()) + "): name another file, or remove it");
}

void Checkpoint::write(const RunSoFar& progress) const {
  StateWriter body;
  body.put(std::vector<char>(identity_.begin(), identity_.end()));
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
  body.put(progress.state);
  const std::uint64_t sum = fnv_over(body.bytes().data(), body.bytes().size());
  std::string bytes(magic);
  bytes.append(body.bytes().begin(), body.bytes().end());
  bytes.append(reinterpret_cast<const char*>(&sum), sizeof sum);
  replace(path_, bytes);
}

}  // namespace spinbench
