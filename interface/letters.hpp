// What ranks tell each other beside their borders: values one after the other in one message
// (interface/rank_parts.hpp).
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "interface/params.hpp"
#include "interface/ring.hpp"

namespace spinbench {

/// Values one after the other, to be sent. What is taken must be what was put; a letter that ends before is RanksLost.
class Letter {
 public:
  Letter() = default;
  explicit Letter(std::string bytes) : bytes_(std::move(bytes)) {}

  template <class T>
  void put(const T& value) {
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  void put(const std::string& text) {
    put(static_cast<std::uint64_t>(text.size()));
    bytes_ += text;
  }
  template <class T>
  void put(const std::vector<T>& values) {
    put(std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)));
  }
  template <class T>
  T take() {
    T value;
    copy(&value, sizeof value);
    return value;
  }
  std::string take_text() {
    std::string text(take<std::uint64_t>(), '\0');
    copy(text.data(), text.size());
    return text;
  }
  template <class T>
  std::vector<T> take_vector() {
    const std::string bytes = take_text();
    std::vector<T> values(bytes.size() / sizeof(T));
    std::memcpy(values.data(), bytes.data(), values.size() * sizeof(T));
    return values;
  }
  const std::string& bytes() const { return bytes_; }

 private:
  void copy(void* to, std::size_t size) {
    if (size > bytes_.size() - at_) throw RanksLost("a message between ranks was cut short");
    if (size > 0) std::memcpy(to, bytes_.data() + at_, size);
    at_ += size;
  }

  std::string bytes_;
  std::size_t at_ = 0;
};

void put(Letter& letter, const Params& params);
Params take_params(Letter& letter);

/// Waits until the letter is on its way.
void send_letter(Ranks& ranks, int to, int tag, const Letter& letter);

/// Waits for it; throws RanksLost where a rank told of trouble while an answer was waited for, or none comes for long.
Letter receive_letter(Ranks& ranks, int from, int tag);

}  // namespace spinbench
