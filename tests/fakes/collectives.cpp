// In place of NCCL, for ranks that are threads of one process and devices that the host plays: what is sent in a group
// is copied at once, what is received is waited for.
#include <condition_variable>
#include <cstddef>
#include <cstring>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

namespace {

struct Id {
  char bytes[128];
};

/// All ranks of a communicator.
struct Meeting {
  std::mutex mutex;
  std::condition_variable changed;
  int size = 0, joined = 0;
  bool aborted = false;
  std::map<std::pair<int, int>, std::deque<std::vector<char>>> under_way;  ///< by sender and receiver
};

struct Member {
  std::shared_ptr<Meeting> meeting;
  int rank;
};

/// As the library has them.
constexpr int invalid_argument = 4;
std::string last_error;

int refused(int rank) {
  last_error = "no rank " + std::to_string(rank) + "\n";
  return invalid_argument;
}

std::mutex mutex;
int last_id = 0;
std::map<int, std::shared_ptr<Meeting>> meetings;
/// Nobody gives one back.
std::vector<std::unique_ptr<Member>> members;

thread_local std::vector<std::function<int()>> sends, receives;

int do_send(Member& member, const void* data, std::size_t bytes, int to) {
  const auto* const first = static_cast<const char*>(data);
  const std::lock_guard lock(member.meeting->mutex);
  member.meeting->under_way[{member.rank, to}].emplace_back(first, first + bytes);
  member.meeting->changed.notify_all();
  return 0;
}

int do_receive(Member& member, void* data, std::size_t bytes, int from) {
  std::unique_lock lock(member.meeting->mutex);
  auto& box = member.meeting->under_way[{from, member.rank}];
  member.meeting->changed.wait(lock, [&] { return !box.empty() || member.meeting->aborted; });
  if (member.meeting->aborted || box.front().size() != bytes) return 1;
  std::memcpy(data, box.front().data(), bytes);
  box.pop_front();
  return 0;
}

}  // namespace

extern "C" {

int ncclGetUniqueId(Id* id) {
  const std::lock_guard lock(mutex);
  *id = {};
  std::memcpy(id->bytes, &++last_id, sizeof last_id);
  return 0;
}

int ncclCommInitRank(void** communicator, int size, Id id, int rank) {
  int number;
  std::memcpy(&number, id.bytes, sizeof number);
  std::shared_ptr<Meeting> meeting;
  {
    const std::lock_guard lock(mutex);
    auto& found = meetings[number];
    if (!found) found = std::make_shared<Meeting>();
    meeting = found;
  }
  std::unique_lock lock(meeting->mutex);
  if (number == 0 || (meeting->joined > 0 && meeting->size != size)) return invalid_argument;
  meeting->size = size;
  ++meeting->joined;
  meeting->changed.notify_all();
  meeting->changed.wait(lock, [&] { return meeting->joined == size; });
  lock.unlock();
  const std::lock_guard all_lock(mutex);
  *communicator = members.emplace_back(new Member{meeting, rank}).get();
  return 0;
}

int ncclCommAbort(void* communicator) {
  Meeting& meeting = *static_cast<Member*>(communicator)->meeting;
  const std::lock_guard lock(meeting.mutex);
  meeting.aborted = true;
  meeting.changed.notify_all();
  return 0;
}

int ncclCommGetAsyncError(void*, int* state) {
  *state = 0;
  return 0;
}

int ncclGroupStart() {
  sends.clear();
  receives.clear();
  return 0;
}

int ncclSend(const void* data, std::size_t bytes, int, int to, void* communicator, void*) {
  if (to >= static_cast<Member*>(communicator)->meeting->size) return refused(to);
  sends.emplace_back([=] { return do_send(*static_cast<Member*>(communicator), data, bytes, to); });
  return 0;
}

int ncclRecv(void* data, std::size_t bytes, int, int from, void* communicator, void*) {
  if (from >= static_cast<Member*>(communicator)->meeting->size) return refused(from);
  receives.emplace_back([=] { return do_receive(*static_cast<Member*>(communicator), data, bytes, from); });
  return 0;
}

int ncclGroupEnd() {
  for (const auto* all : {&sends, &receives})
    for (const auto& one : *all)
      if (const int result = one(); result != 0) return result;
  return 0;
}

const char* ncclGetErrorString(int result) {
  return result == invalid_argument ? "invalid argument" : "unhandled system error";
}

const char* ncclGetLastError(void*) { return last_error.c_str(); }

}  // extern "C"
