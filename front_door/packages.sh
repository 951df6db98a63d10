# What this machine has of compilers and devices, and what is installed: packages, and `doctor --fix`.
# shellcheck shell=bash

# Installs the Debian packages named, or says how and ends.
install_packages() {
  if ! command -v apt-get >/dev/null; then
    give_up "missing: $*. These are Debian's names: install the same with this system's package manager, or name" \
      "the libraries' prefixes in CMAKE_PREFIX_PATH"
  fi
  local as_root=()
  if [[ $EUID -ne 0 ]]; then as_root=(sudo); fi
  if [[ ${SPINBENCH_INSTALL:-yes} == no ]] || { [[ $EUID -ne 0 ]] && ! sudo -n true 2>/dev/null; }; then
    give_up "missing packages; run:  sudo apt-get update && sudo apt-get install -y $*"
  fi
  say "installing $*"
  local log
  log=$(mktemp)
  if ! { "${as_root[@]}" apt-get update -q &&
    "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=300 install -y -q \
      --no-install-recommends "$@"; } >"$log" 2>&1 9>&-; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    give_up "apt-get could not install: $*"
  fi
  rm -f "$log"
}

need_build_tools() {
  local missing=()
  if [[ -z ${CXX:-} ]] && ! command -v c++ >/dev/null && ! command -v g++ >/dev/null; then missing+=(g++); fi
  command -v cmake >/dev/null || missing+=(cmake)
  command -v ninja >/dev/null || missing+=(ninja-build)
  if ((${#missing[@]})); then
    # A bare machine lacks the libraries as well: one installation instead of two.
    install_packages "${missing[@]}" libbenchmark-dev nlohmann-json3-dev libcli11-dev catch2
    if ! command -v cmake >/dev/null || ! command -v ninja >/dev/null; then
      give_up "${missing[*]} installed, but cmake or ninja is still not on PATH"
    fi
  fi
}

# doctor --fix BACKEND. The binary prints the advice for what no Debian package brings.
fix_backend() {
  case $1 in
    hip)
      local missing=()
      find_hipcc || missing+=(hipcc g++ cmake ninja-build libbenchmark-dev nlohmann-json3-dev libcli11-dev catch2)
      # Beside a ROCm that is not the distribution's, its rocRAND would be another release's.
      find_rocrand || [[ -x ${ROCM_PATH:-/opt/rocm}/bin/hipcc ]] || missing+=(librocrand-dev)
      if ((${#missing[@]})); then
        install_packages "${missing[@]}"
        # What was compiled without rocRAND's headers has no way to notice that they are here now.
        touch -c "$root/backends/gpu/vendor_rng_amd.cuh" 2>/dev/null || true
      fi
      say "hipcc is here; SPINBENCH_PRESET=hip ./spinbench ... builds with it"
      if ! find_rocrand; then say "rocRAND is not: its generators are skipped (ROCm's package is rocrand-dev)"; fi
      ;;
    kokkos)
      install_packages libtrilinos-kokkos-dev
      # The next build must look for it again.
      rm -f "$build_dir/configured-for" "$build_dir/build.ninja"
      say "Kokkos is installed; the next ./spinbench command builds with it"
      ;;
    mpi)
      install_packages libopenmpi-dev openmpi-bin
      rm -f "$build_dir/configured-for" "$build_dir/build.ninja"
      say "MPI is installed; the next ./spinbench command builds with it: mpirun -n 4 ./spinbench run ..."
      ;;
    *) return 1 ;;
  esac
}

find_nvcc() {
  local candidate
  for candidate in "${CUDACXX:-}" "$(command -v nvcc || true)" "${CUDA_HOME:-}/bin/nvcc" /usr/local/cuda/bin/nvcc; do
    if [[ -x $candidate ]]; then
      export CUDACXX=$candidate
      return 0
    fi
  done
  return 1
}

find_rocrand() {
  local header=include/rocrand/rocrand_kernel.h
  [[ -e ${ROCM_PATH:-/opt/rocm}/$header || -e /usr/$header ]]
}

find_hipcc() { command -v hipcc >/dev/null || [[ -x ${ROCM_PATH:-/opt/rocm}/bin/hipcc ]]; }

# WSL shows its GPU as /dev/dxg.
find_nvidia_gpu() {
  local device
  for device in /dev/nvidia[0-9]* /proc/driver/nvidia/gpus/* /dev/dxg; do
    if [[ -e $device ]]; then return 0; fi
  done
  [[ $(nvidia-smi -L 2>/dev/null) == GPU* ]]
}
