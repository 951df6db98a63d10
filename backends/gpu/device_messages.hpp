// Messages from device to device by the vendor's library of collectives: NVIDIA's NCCL, or AMD's RCCL, which has the
// same functions. It is opened when it is wanted, so that the program starts without it, and knows no vendor's headers.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <tuple>

#include "interface/ring.hpp"

namespace spinbench {

/// Why the library `file` cannot be taken here, and what mends it; "" where it can.
std::string why_no_device_messages(const std::string& file);

/// Between the devices of so many ranks, each of which has one of its own. They live as long as the process, whose end
/// takes them along: to end them in turn all ranks would have to come.
class DeviceMessages {
 public:
  /// For all ranks of the ring, which call it together; `file` can be taken. One for all simulations of as many ranks
  /// on a device: it takes long to make. `take_device` makes this rank's the current one of the thread that calls it.
  /// Throws RanksLost where another rank failed meanwhile, std::runtime_error where the library cannot do it, or where
  /// a rank does not come within a minute.
  static std::shared_ptr<DeviceMessages> among(const Ring& ring, const std::string& file, int device,
                                               const std::function<void()>& take_device);
  /// Makes new ones from now on: for tests, whose ranks are threads.
  static void forget();
  DeviceMessages(const DeviceMessages&) = delete;
  DeviceMessages& operator=(const DeviceMessages&) = delete;

  /// What is sent and received between begin() and end() is one step of `stream`, in which none waits for another.
  void begin();
  void send(const void* data, std::size_t bytes, int to, void* stream);
  void receive(void* data, std::size_t bytes, int from, void* stream);
  void end();
  /// Throws where something went wrong meanwhile.
  void check();
  /// Lets what waits on the device end.
  void abort();

 private:
  struct Library;
  using Id = std::array<std::byte, 128>;

  DeviceMessages(const Library& library, const Id& id, const Ring& ring, const std::function<void()>& take_device);
  static const Library* opened(const std::string& file, std::string& why);
  friend std::string why_no_device_messages(const std::string& file);

  /// By file, ranks, rank and device.
  struct Made {
    std::mutex mutex;
    std::map<std::tuple<std::string, int, int, int>, std::shared_ptr<DeviceMessages>> all;
  };
  static Made& made();

  const Library& library_;
  void* communicator_ = nullptr;
};

}  // namespace spinbench
