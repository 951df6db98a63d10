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
  need_new_cmake
}

# An older one than CMakeLists.txt asks for cannot read the presets, and says something else.
need_new_cmake() {
  local needed version
  needed=$(sed -n 's/^cmake_minimum_required(VERSION \([0-9.]*\).*/\1/p' "$root/CMakeLists.txt")
  if [[ -z $needed ]]; then return; fi
  version=$(cmake --version 2>/dev/null | sed -n 's/^cmake version \([0-9.]*\).*/\1/p') || true
  if [[ -n $version ]] && ! printf '%s\n' "$needed" "$version" | sort -V -C; then
    give_up "$(command -v cmake) is version $version, and $needed or newer is needed: pip install cmake brings one"
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
        # What was compiled without rocRAND's headers has no way to notice that they are here, whoever brings them.
        touch -c "$root/backends/gpu/vendor_rng_amd.cuh" 2>/dev/null || true
        install_packages "${missing[@]}"
      fi
      say "hipcc is here; SPINBENCH_PRESET=hip ./spinbench ... builds with it"
      if ! find_rocrand; then say "rocRAND is not: its generators are skipped (ROCm's package is rocrand-dev)"; fi
      ;;
    kokkos)
      fix_library find_kokkos Kokkos_DIR libtrilinos-kokkos-dev
      say "Kokkos is here; the next ./spinbench command builds with it"
      ;;
    mpi)
      fix_library find_mpi MPI_CXX_COMPILER libopenmpi-dev openmpi-bin
      say "MPI is here; the next ./spinbench command builds with it: mpirun -n 4 ./spinbench run ..."
      ;;
    *) return 1 ;;
  esac
}

# fix_library FINDER CACHED PACKAGE...: a library that builds take where it is; CACHED is what CMake remembers of it.
# The next build looks for it also where nothing can be installed from here: somebody does it by hand, then.
fix_library() {
  look_anew "$2"
  if ! "$1"; then
    install_packages "${@:3}"
    look_anew "$2"
  fi
}

# look_anew CACHED: has the next build configure its folder anew, unless it was found already.
look_anew() {
  if [[ ! -w $build_dir ]] || grep -qs "^$1:[A-Z]*=/" "$build_dir/CMakeCache.txt"; then return; fi
  if [[ -f $build_dir/build.ninja && ! -f $build_dir/configured-for ]]; then
    say "$build_dir was configured by hand: cmake '$build_dir' looks again"
    return
  fi
  take_lock "$build_dir/lock" "waiting for another build in $build_dir"
  rm -f "$build_dir/configured-for" "$build_dir/build.ninja"
  exec 9>&-
}

# Where CMake looks, too.
find_kokkos() {
  local prefix prefixes folder
  IFS=: read -r -a prefixes <<<"${CMAKE_PREFIX_PATH:-}"
  for prefix in "${prefixes[@]}" /usr/local /usr; do
    for folder in "$prefix"/lib*/cmake/Kokkos "$prefix"/lib/*/cmake/Kokkos; do
      if [[ -e $folder/KokkosConfig.cmake ]]; then return 0; fi
    done
  done
  return 1
}

# Debian has its compiler and its launcher in two packages.
find_mpi() { command -v mpicxx >/dev/null && { command -v mpirun >/dev/null || command -v srun >/dev/null; }; }

# What is named must be there: another one in its place would be built with unseen.
find_nvcc() {
  local candidate
  if [[ -n ${CUDACXX:-} ]]; then
    # A name or a path; it may have arguments.
    if command -v "$CUDACXX" >/dev/null || command -v "${CUDACXX%% *}" >/dev/null; then return 0; fi
    give_up "CUDACXX=$CUDACXX: there is no such program"
  fi
  candidate=$(command -v nvcc || true)
  if [[ -z $candidate && -n ${CUDA_HOME:-} ]]; then
    candidate=$CUDA_HOME/bin/nvcc
    if [[ ! -x $candidate && -x /usr/local/cuda/bin/nvcc ]]; then
      give_up "CUDA_HOME=$CUDA_HOME has no bin/nvcc; /usr/local/cuda has: set CUDA_HOME right, or unset it"
    fi
  fi
  candidate=${candidate:-/usr/local/cuda/bin/nvcc}
  if [[ ! -x $candidate ]]; then return 1; fi
  export CUDACXX=$candidate
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
