#include "backends/gpu/device_messages.hpp"

#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <future>
#include <stdexcept>
#include <thread>

#include "interface/registry.hpp"

namespace spinbench {

namespace {

std::string how_to_get_messages(const std::string& file) {
  const bool amd = file.find("rccl") != std::string::npos;
  return std::string("install ") + (amd ? "RCCL (package rccl)" : "NCCL (package libnccl2)") +
         " or add its folder to LD_LIBRARY_PATH, or take transport=peer or staged";
}

}  // namespace

struct DeviceMessages::Library {
  // As in nccl.h, the same since 2.7.
  static constexpr int success = 0, in_progress = 7, type_char = 0;
  /// ncclUniqueId, which goes by value.
  struct IdByValue {
    std::byte bytes[128];
  };

  void* handle = nullptr;
  int (*new_id)(IdByValue*) = nullptr;
  int (*join)(void**, int, IdByValue, int) = nullptr;
  int (*abort)(void*) = nullptr;
  int (*state)(void*, int*) = nullptr;
  int (*begin)() = nullptr;
  int (*end)() = nullptr;
  int (*send)(const void*, std::size_t, int, int, void*, void*) = nullptr;
  int (*receive)(void*, std::size_t, int, int, void*, void*) = nullptr;
  const char* (*error_text)(int) = nullptr;
  const char* (*last_error)(void*) = nullptr;  ///< not in old ones

  template <class Function>
  bool find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(handle, name));
    return function != nullptr;
  }
  bool find_all() {
    find(last_error, "ncclGetLastError");
    return find(new_id, "ncclGetUniqueId") && find(join, "ncclCommInitRank") && find(abort, "ncclCommAbort") &&
           find(state, "ncclCommGetAsyncError") && find(begin, "ncclGroupStart") && find(end, "ncclGroupEnd") &&
           find(send, "ncclSend") && find(receive, "ncclRecv") && find(error_text, "ncclGetErrorString");
  }
  void check(int result, const char* what) const {
    if (result == success || result == in_progress) return;
    std::string text = std::string(what) + ": " + error_text(result);
    const char* const said = last_error == nullptr ? nullptr : last_error(nullptr);
    std::string more = said == nullptr ? "" : said;
    while (!more.empty() && more.back() == '\n') more.pop_back();
    if (!more.empty()) text += " (" + more + ")";
    std::replace(text.begin(), text.end(), '\n', ' ');
    throw std::runtime_error(text);
  }
};

const DeviceMessages::Library* DeviceMessages::opened(const std::string& file, std::string& why) {
  static std::mutex mutex;
  static std::map<std::string, Library> all;
  const std::lock_guard lock(mutex);
  if (const auto found = all.find(file); found != all.end()) return &found->second;
  Library library;
  library.handle = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library.handle == nullptr) {
    const char* const error = ::dlerror();
    why = "transport=nccl wants " + file + ", which cannot be opened (" + (error == nullptr ? "" : error) +
          "): " + how_to_get_messages(file);
    return nullptr;
  }
  if (!library.find_all()) {
    ::dlclose(library.handle);
    why = "transport=nccl wants " + file +
          " of version 2.7 or newer, but that here sends no messages: " + how_to_get_messages(file);
    return nullptr;
  }
  return &all.emplace(file, library).first->second;
}

std::string why_no_device_messages(const std::string& file) {
  std::string why;
  DeviceMessages::opened(file, why);
  return why;
}

DeviceMessages::Made& DeviceMessages::made() {
  static Made the;
  return the;
}

void DeviceMessages::forget() {
  const std::lock_guard lock(made().mutex);
  made().all.clear();
}

std::shared_ptr<DeviceMessages> DeviceMessages::among(const Ring& ring, const std::string& file, int device,
                                                      const std::function<void()>& take_device) {
  const auto key = std::tuple(file, ring.size(), ring.rank(), device);
  {
    const std::lock_guard lock(made().mutex);
    if (const auto found = made().all.find(key); found != made().all.end()) return found->second;
  }
  std::string why;
  const Library* const library = opened(file, why);
  if (library == nullptr) throw Unsupported(why);
  Library::IdByValue first{};
  if (ring.rank() == 0) library->check(library->new_id(&first), "the first step of messages between devices");
  Id id;
  std::copy_n(first.bytes, id.size(), id.begin());
  // Rank 0 has it, and each tells the one behind.
  RingMessage message(ring, 1, 12, id.size());
  for (int round = 1; round < ring.size(); ++round) {
    std::copy(id.begin(), id.end(), message.outgoing());
    message.post();
    const std::byte* const came = message.incoming();
    if (ring.rank() == round) std::copy_n(came, id.size(), id.begin());
  }
  const std::shared_ptr<DeviceMessages> result(new DeviceMessages(*library, id, ring, take_device));
  const std::lock_guard lock(made().mutex);
  made().all[key] = result;
  return result;
}

DeviceMessages::DeviceMessages(const Library& library, const Id& id, const Ring& ring,
                               const std::function<void()>& take_device)
    : library_(library) {
  // The library waits for all ranks, whatever became of them. So it does that in another thread, which is left behind
  // where one of them failed: the process is about to end.
  const char* const what = "device messages between the ranks";
  std::packaged_task<void*()> join([&library, id, rank = ring.rank(), size = ring.size(), take_device, what] {
    take_device();
    Library::IdByValue by_value{};
    std::copy(id.begin(), id.end(), by_value.bytes);
    void* communicator = nullptr;
    library.check(library.join(&communicator, size, by_value, rank), what);
    return communicator;
  });
  std::future<void*> joined = join.get_future();
  std::thread(std::move(join)).detach();
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (joined.wait_for(std::chrono::milliseconds(1)) != std::future_status::ready) {
    if (ring.ranks() != nullptr) throw_if_trouble(*ring.ranks());
    if (std::chrono::steady_clock::now() > deadline)
      throw std::runtime_error(std::string(what) + ": not all ranks came within a minute");
  }
  communicator_ = joined.get();
}

void DeviceMessages::begin() { library_.check(library_.begin(), "messages between devices"); }

void DeviceMessages::send(const void* data, std::size_t bytes, int to, void* stream) {
  library_.check(library_.send(data, bytes, Library::type_char, to, communicator_, stream),
                 "a message to another device");
}

void DeviceMessages::receive(void* data, std::size_t bytes, int from, void* stream) {
  library_.check(library_.receive(data, bytes, Library::type_char, from, communicator_, stream),
                 "a message from another device");
}

void DeviceMessages::end() { library_.check(library_.end(), "messages between devices"); }

void DeviceMessages::check() {
  int state = Library::success;
  library_.check(library_.state(communicator_, &state), "state of the messages between devices");
  library_.check(state, "messages between devices");
}

void DeviceMessages::abort() { static_cast<void>(library_.abort(communicator_)); }

}  // namespace spinbench
