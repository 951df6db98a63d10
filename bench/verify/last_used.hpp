// A store of what was used last.
#pragma once

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

namespace spinbench {

/// The values that were used last, as many as fit some memory; one that is larger is not kept at all.
template <class Key, class Value>
class LastUsed {
 public:
  explicit LastUsed(double most_bytes) : most_bytes_(most_bytes) {}

  /// Null where there is none; else this is its last use.
  std::shared_ptr<const Value> find(const Key& key) {
    const auto found = std::find_if(all_.begin(), all_.end(), [&](const One& one) { return one.key == key; });
    if (found == all_.end()) return nullptr;
    std::rotate(found, found + 1, all_.end());
    return all_.back().value;
  }
  void add(Key key, std::shared_ptr<const Value> value, double bytes) {
    if (bytes > most_bytes_) return;
    all_.push_back({std::move(key), std::move(value), bytes});
    while (this->bytes() > most_bytes_) all_.erase(all_.begin());
  }

  double bytes() const {
    double result = 0;
    for (const One& one : all_) result += one.bytes;
    return result;
  }
  double most_bytes() const { return most_bytes_; }
  template <class Visit>
  void for_each_key(Visit visit) const {
    for (const One& one : all_) visit(one.key);
  }

 private:
  struct One {
    Key key;
    std::shared_ptr<const Value> value;
    double bytes = 0;
  };

  double most_bytes_;
  std::vector<One> all_;  ///< the last used last
};

}  // namespace spinbench
