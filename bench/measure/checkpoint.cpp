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

#include "interface/resumable.hpp"

namespace spinbench {

namespace {

constexpr char magic[] = "spinbench-checkpoint/1\n";

/// FNV-1a: a file that was cut or changed is not gone on from.
std::uint64_t sum_of(std::span<const std::uint8_t> bytes) {
  std::uint64_t sum = 0xCBF29CE484222325u;
  for (const std::uint8_t byte : bytes) sum = (sum ^ byte) * 0x100000001B3u;
  return sum;
}

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
  throw std::runtime_error("checkpoint '" + path + "' " + why);
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

void write_all(const std::string& path, std::span<const std::uint8_t> bytes) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (file < 0) refuse(path, std::string("cannot be written: ") + std::strerror(errno));
  std::size_t done = 0;
  bool good = true;
  while (good && done < bytes.size()) {
    const ssize_t now = ::write(file, bytes.data() + done, bytes.size() - done);
    if (now < 0 && errno == EINTR) continue;
    good = now > 0;
    if (good) done += static_cast<std::size_t>(now);
  }
  good = good && ::fsync(file) == 0;
  const int error = errno;
  ::close(file);
  if (!good) {
    ::unlink(path.c_str());
    refuse(path, std::string("cannot be written: ") + std::strerror(error));
  }
}

}  // namespace

std::optional<RunSoFar> Checkpoint::read() const {
  std::ifstream file(path_, std::ios::binary);
  if (!file) {
    if (!std::filesystem::exists(path_)) return std::nullopt;
    refuse(path_, "cannot be read");
  }
  const std::vector<std::uint8_t> bytes{std::istreambuf_iterator<char>(file), {}};
  const std::size_t head = sizeof magic - 1;
  if (bytes.size() < head + sizeof(std::uint64_t) || std::memcmp(bytes.data(), magic, head) != 0)
    refuse(path_, "is no checkpoint of this program: name another file");
  const std::span<const std::uint8_t> body(bytes.data() + head, bytes.size() - head - sizeof(std::uint64_t));
  std::uint64_t sum = 0;
  std::memcpy(&sum, body.data() + body.size(), sizeof sum);
  if (sum != sum_of(body)) refuse(path_, "is damaged: remove it to start anew");
  RunSoFar result;
  std::vector<char> identity;
  StateReader reader(body);
  try {
    take_any(reader, identity, body.size());
    if (std::string(identity.begin(), identity.end()) == identity_) {
      reader.take(result.equilibrated);
      take_any(reader, result.values, body.size());
      reader.take(result.replicas);
      std::vector<double> times;
      std::vector<std::uint8_t> throttled;
      take_any(reader, times, body.size());
      take_any(reader, throttled, body.size());
      if (times.size() != throttled.size()) throw std::runtime_error("unequal lengths");
      for (std::size_t i = 0; i < times.size(); ++i) result.batches.push_back({times[i], throttled[i] != 0});
      reader.take(result.sweeps_per_batch);
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
  std::vector<double> times;
  std::vector<std::uint8_t> throttled;
  for (const Batch& batch : progress.batches) {
    times.push_back(batch.ns_per_unit);
    throttled.push_back(batch.throttled ? 1 : 0);
  }
  body.put(times);
  body.put(throttled);
  body.put(progress.sweeps_per_batch);
  body.put(progress.state);
  std::vector<std::uint8_t> bytes(magic, magic + sizeof magic - 1);
  bytes.insert(bytes.end(), body.bytes().begin(), body.bytes().end());
  const std::uint64_t sum = sum_of(body.bytes());
  const auto* const first = reinterpret_cast<const std::uint8_t*>(&sum);
  bytes.insert(bytes.end(), first, first + sizeof sum);
  // A kill leaves the old file or the new one.
  const std::string temporary = path_ + ".new";
  write_all(temporary, bytes);
  if (std::rename(temporary.c_str(), path_.c_str()) != 0)
    refuse(path_, std::string("cannot be replaced: ") + std::strerror(errno));
}

}  // namespace spinbench
