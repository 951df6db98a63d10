// Processes that were started together (mpirun, srun), and the messages between them. backends/mpi has them by MPI, in
// a library of its own that is loaded where a launcher started the program: without one nothing here is needed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace spinbench {

class Ranks {
 public:
  virtual ~Ranks() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// As the library calls itself.
  virtual std::string library() const = 0;

  /// Of a message under way; done() forgets it when it is. Messages of one tag between two ranks keep their order.
  using Request = std::uint64_t;
  static constexpr int any = -1;
  virtual Request send(int to, int tag, const void* data, std::size_t bytes) = 0;
  virtual Request receive(int from, int tag, void* data, std::size_t bytes) = 0;
  virtual bool done(Request) = 0;
  /// A message that has come and was not received yet.
  struct Arrived {
    int from;
    std::size_t bytes;
  };
  virtual std::optional<Arrived> arrived(int from, int tag) = 0;
  /// Whether what is sent and received may lie in a device's memory.
  virtual bool takes_device_memory() const { return false; }
  /// Ends the library; all ranks call it.
  virtual void finish() = 0;
};

/// A rank failed in the middle of what all do together: no more can be done with them.
struct RanksLost : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace spinbench
