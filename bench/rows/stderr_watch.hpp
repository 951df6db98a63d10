// What is written to std::cerr beside a table or a progress line that stands on the same terminal.
#pragma once

#include <functional>
#include <iostream>
#include <streambuf>

namespace spinbench {

/// While it lives, std::cerr writes through it. One made later ends earlier.
class StderrWatch : public std::streambuf {
 public:
  /// `before`: called before each write.
  explicit StderrWatch(std::function<void()> before = {}) : before_(std::move(before)), inner_(std::cerr.rdbuf(this)) {}
  ~StderrWatch() override { std::cerr.rdbuf(inner_); }
  StderrWatch(const StderrWatch&) = delete;
  StderrWatch& operator=(const StderrWatch&) = delete;

  void forget() { written_ = false; }
  bool written() const { return written_; }

 protected:
  int_type overflow(int_type character) override {
    note();
    return traits_type::eq_int_type(character, traits_type::eof()) ? traits_type::not_eof(character)
                                                                   : inner_->sputc(static_cast<char>(character));
  }
  std::streamsize xsputn(const char* text, std::streamsize count) override {
    note();
    return inner_->sputn(text, count);
  }
  int sync() override { return inner_->pubsync(); }

 private:
  void note() {
    written_ = true;
    if (before_) before_();
  }

  std::function<void()> before_;
  std::streambuf* inner_;
  bool written_ = false;
};

}  // namespace spinbench
