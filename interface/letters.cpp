#include "interface/letters.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <variant>

namespace spinbench {
namespace {

/// A library counts bytes in an int.
constexpr std::size_t most_at_once = std::size_t{1} << 30;

void await(Ranks& ranks, Ranks::Request request, int with) {
  Patience patience(true);
  for (int looks = 1; !ranks.done(request); ++looks) {
    if (looks % 64 == 0) give_up_if_late(ranks, patience, "rank " + std::to_string(with));
    patience.wait();
  }
}

}  // namespace

void put(Letter& letter, const Params& params) {
  letter.put(static_cast<std::uint64_t>(params.entries().size()));
  for (const auto& [name, value] : params.entries()) {
    letter.put(name);
    letter.put(static_cast<std::uint64_t>(value.index()));
    if (const auto* whole = std::get_if<std::int64_t>(&value)) letter.put(*whole);
    if (const auto* real = std::get_if<double>(&value)) letter.put(*real);
    if (const auto* word = std::get_if<std::string>(&value)) letter.put(*word);
  }
}

Params take_params(Letter& letter) {
  Params result;
  for (auto left = letter.take<std::uint64_t>(); left > 0; --left) {
    const std::string name = letter.take_text();
    switch (letter.take<std::uint64_t>()) {
      case 0:
        result.set(name, letter.take<std::int64_t>());
        break;
      case 1:
        result.set(name, letter.take<double>());
        break;
      default:
        result.set(name, letter.take_text());
    }
  }
  return result;
}

void send_letter(Ranks& ranks, int to, int tag, const Letter& letter) {
  const std::uint64_t size = letter.bytes().size();
  await(ranks, ranks.send(to, tag, &size, sizeof size), to);
  for (std::size_t at = 0; at < size; at += most_at_once)
    await(ranks, ranks.send(to, tag, letter.bytes().data() + at, std::min<std::size_t>(size - at, most_at_once)), to);
}

Letter receive_letter(Ranks& ranks, int from, int tag) {
  Patience patience(true);
  for (int looks = 1; !ranks.arrived(from, tag); ++looks) {
    // A command may come at any time; what was asked for comes soon.
    if (tag != tags::command && looks % 64 == 0) {
      if (tag == tags::answer) throw_if_trouble(ranks);
      give_up_if_late(ranks, patience, "rank " + std::to_string(from));
    }
    patience.wait();
  }
  std::uint64_t size = 0;
  await(ranks, ranks.receive(from, tag, &size, sizeof size), from);
  std::string bytes(size, '\0');
  for (std::size_t at = 0; at < size; at += most_at_once)
    await(ranks, ranks.receive(from, tag, bytes.data() + at, std::min<std::size_t>(size - at, most_at_once)), from);
  return Letter(std::move(bytes));
}

}  // namespace spinbench
