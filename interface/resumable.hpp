// Simulations that can be kept: long runs are lost on no cluster.
#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>
#include <type_traits>
#include <vector>

namespace spinbench {

/// Values one after the other, as they lie in memory: for the same build on the same kind of machine.
class StateWriter {
 public:
  template <class T>
  void put(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof value);
  }
  template <class T>
  void put(const std::vector<T>& values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put(static_cast<std::uint64_t>(values.size()));
    append(values.data(), values.size() * sizeof(T));
  }
  const std::vector<std::uint8_t>& bytes() const { return bytes_; }

 private:
  void append(const void* data, std::size_t size) {
    const auto* const first = static_cast<const std::uint8_t*>(data);
    if (size > 0) bytes_.insert(bytes_.end(), first, first + size);
  }

  std::vector<std::uint8_t> bytes_;
};

/// Takes them in the same order. Throws std::runtime_error where the bytes are not those of that order.
class StateReader {
 public:
  explicit StateReader(std::span<const std::uint8_t> bytes) : left_(bytes) {}

  template <class T>
  void take(T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    copy(&value, sizeof value);
  }
  /// As many as there are in `values` already.
  template <class T>
  void take(std::vector<T>& values) {
    std::uint64_t size = 0;
    take(size);
    if (size != values.size()) throw std::runtime_error("a state of another size");
    copy(values.data(), values.size() * sizeof(T));
  }
  void finish() const {
    if (!left_.empty()) throw std::runtime_error("a state that is too long");
  }

 private:
  void copy(void* to, std::size_t size) {
    if (size > left_.size()) throw std::runtime_error("a state that is too short");
    if (size > 0) std::memcpy(to, left_.data(), size);
    left_ = left_.subspan(size);
  }

  std::span<const std::uint8_t> left_;
};

/// What a Simulation is, beside, where experiments can be resumed (`run --checkpoint`).
class Resumable {
 public:
  virtual ~Resumable() = default;
  /// All that later sweeps and observations depend on. Waits.
  virtual void save(StateWriter& to) = 0;
  /// Goes on from there: what follows is the same, to the bit. `from` is of a simulation of the same case and seed.
  virtual void restore(StateReader& from) = 0;
};

}  // namespace spinbench
