#include "bench/against/turns.hpp"

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <string>

namespace spinbench {

namespace {

/// "turns1 00000042\n": how far the sender is.
constexpr std::size_t record_bytes = 16;
constexpr std::size_t most_progress = 99999999;

std::string record_of(std::size_t progress) {
  char buffer[record_bytes + 1];
  std::snprintf(buffer, sizeof buffer, "turns1 %08u\n", static_cast<unsigned>(std::min(progress, most_progress)));
  return buffer;
}

}  // namespace

Turns::Turns(int descriptor, bool first, std::function<bool()> interrupted)
    : descriptor_(descriptor), first_(first), mine_(first), interrupted_(std::move(interrupted)) {
  // The first waits until the other is there; the second says so, and has said it has no turn.
  if (first)
    receive();
  else
    send();
}

void Turns::send() {
  const std::string record = record_of(own_);
  if (::send(descriptor_, record.data(), record.size(), MSG_NOSIGNAL) != static_cast<ssize_t>(record.size()))
    alone_ = true;
}

void Turns::receive() {
  std::string record;
  while (record.size() < record_bytes && !alone_) {
    pollfd ready{descriptor_, POLLIN, 0};
    constexpr int look_ms = 200;
    const int found = ::poll(&ready, 1, look_ms);
    if (interrupted_()) alone_ = true;
    if (found <= 0) continue;
    char buffer[record_bytes];
    const ssize_t count = ::recv(descriptor_, buffer, record_bytes - record.size(), 0);
    if (count <= 0 && !(count < 0 && errno == EINTR)) alone_ = true;
    if (count > 0) record.append(buffer, static_cast<std::size_t>(count));
  }
  mine_ = true;
  unsigned progress = 0;
  if (std::sscanf(record.c_str(), "turns1 %8u", &progress) == 1)
    other_ = progress;
  else
    alone_ = true;
}

void Turns::pass() {
  mine_ = false;
  send();
  if (!alone_) receive();
  mine_ = true;
}

void Turns::begin(std::size_t position) {
  own_ = std::max(own_, 2 * position);
  if (!mine_ && !alone_) receive();
  // The first begins a case when the other is done with those before it; the other when the first has begun.
  const std::size_t awaited = first_ ? 2 * position : 2 * position + 1;
  while (!alone_ && other_ < awaited) pass();
  own_ = 2 * position + 1;
}

void Turns::after_repetition(std::size_t index, std::size_t count) {
  if (alone_ || index + 1 >= count || index % 2 != (first_ ? 0 : 1)) return;
  pass();
}

void Turns::wait_until_closed() {
  // Behind any position.
  own_ = most_progress;
  if (!mine_ && !alone_) receive();
  while (!alone_) pass();
}

void Turns::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  alone_ = true;
}

}  // namespace spinbench
