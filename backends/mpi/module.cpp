// The ranks of an MPI library. A library of its own, loaded by load.cpp: so the program starts on machines without MPI.
#include "backends/mpi/module.hpp"

#include <mpi.h>
#if __has_include(<mpi-ext.h>)
#include <mpi-ext.h>
#endif

#include <limits>
#include <map>
#include <stdexcept>

namespace spinbench::mpi {

namespace {

/// MPI counts by int.
int count_of(std::size_t bytes) {
  if (bytes > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    throw std::length_error("a message of " + std::to_string(bytes) +
                            " bytes between ranks is longer than MPI counts: take fewer systems or a smaller L");
  return static_cast<int>(bytes);
}

class MpiRanks final : public Ranks {
 public:
  MpiRanks() {
    int provided = 0;
    MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
    MPI_Comm_size(MPI_COMM_WORLD, &size_);
  }

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  std::string library() const override {
    char text[MPI_MAX_LIBRARY_VERSION_STRING] = {};
    int length = 0;
    MPI_Get_library_version(text, &length);
    const std::string whole(text, static_cast<std::size_t>(length));
    return whole.substr(0, whole.find_first_of(",\n"));
  }

  Request send(int to, int tag, const void* data, std::size_t bytes) override {
    MPI_Request request;
    MPI_Isend(data, count_of(bytes), MPI_BYTE, to, tag, MPI_COMM_WORLD, &request);
    return note(request);
  }

  Request receive(int from, int tag, void* data, std::size_t bytes) override {
    MPI_Request request;
    MPI_Irecv(data, count_of(bytes), MPI_BYTE, from == any ? MPI_ANY_SOURCE : from, tag, MPI_COMM_WORLD, &request);
    return note(request);
  }

  bool done(Request number) override {
    const auto found = open_.find(number);
    if (found == open_.end()) return true;
    int done = 0;
    MPI_Test(&found->second, &done, MPI_STATUS_IGNORE);
    if (done != 0) open_.erase(found);
    return done != 0;
  }

  std::optional<Arrived> arrived(int from, int tag) override {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(from == any ? MPI_ANY_SOURCE : from, tag, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    return Arrived{status.MPI_SOURCE, static_cast<std::size_t>(bytes)};
  }

  bool takes_device_memory() const override {
    // An MPI that has these extensions says so by macros, and whether it was built with them by functions.
    bool takes = false;
#ifdef MPIX_CUDA_AWARE_SUPPORT
    takes = takes || MPIX_Query_cuda_support() != 0;
#endif
#ifdef MPIX_ROCM_AWARE_SUPPORT
    takes = takes || MPIX_Query_rocm_support() != 0;
#endif
    return takes;
  }

  void finish() override { MPI_Finalize(); }

 private:
  Request note(MPI_Request request) {
    open_.emplace(++last_, request);
    return last_;
  }

  int rank_ = 0, size_ = 1;
  Request last_ = 0;
  std::map<Request, MPI_Request> open_;
};

}  // namespace

}  // namespace spinbench::mpi

extern "C" spinbench::Ranks* spinbench_mpi_ranks() {
  static spinbench::mpi::MpiRanks ranks;
  return &ranks;
}
