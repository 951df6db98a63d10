# The preset, the configure step and the build.
# shellcheck shell=bash

# As the user has it: find_nvcc sets CUDACXX, whatever is built.
given_cudacxx=${CUDACXX:-}

# build_words WORD...: answers what stands behind the command build, which makes everything and would not heed it.
build_words() {
  case ${1:-} in
    -h | --help)
      printf '%s\n' './spinbench build: builds everything, tests too, and runs nothing. It takes no words: SPINBENCH_PRESET (cpu, cuda,' \
        'hip, kokkos), SPINBENCH_KERNELS, SPINBENCH_BUILD_DIR and CMAKE_ARGS say what and where (docs/building.md).'
      exit 0
      ;;
  esac
  if (($#)); then
    give_up "build takes no '$1': it builds everything; SPINBENCH_PRESET, SPINBENCH_KERNELS and CMAKE_ARGS say of what"
  fi
}

# Sets preset, build_dir and, where one that was asked for by name lacks its compiler, `lacking`: `doctor --fix` may bring it.
choose_preset() {
  preset=${SPINBENCH_PRESET:-} passed_over='' lacking=''
  if [[ -z $preset ]]; then
    preset=cpu
    if find_nvcc && find_nvidia_gpu; then
      preset=cuda
    elif [[ -e /dev/kfd ]] && find_hipcc; then
      preset=hip
    elif find_nvcc; then
      passed_over="nvcc is here, but no NVIDIA GPU: building for the CPU (SPINBENCH_PRESET=cuda builds for both)"
    fi
  elif [[ $preset == cuda ]]; then
    find_nvcc || lacking="SPINBENCH_PRESET=cuda, but there is no nvcc on PATH, in CUDACXX or in CUDA_HOME"
  elif [[ $preset == hip ]]; then
    find_hipcc ||
      lacking="SPINBENCH_PRESET=hip, but there is no hipcc on PATH or in /opt/rocm: ./spinbench doctor --fix hip"
  elif [[ $preset != cpu && $preset != kokkos ]]; then
    give_up "SPINBENCH_PRESET=$preset: must be cpu, cuda, hip or kokkos"
  fi
  if [[ -n ${SPINBENCH_BUILD_DIR:-} ]]; then
    build_dir=$SPINBENCH_BUILD_DIR
    if [[ $build_dir != /* ]]; then build_dir=$PWD/$build_dir; fi
  else
    default_build_dir "$preset"
  fi
}

# A ccache that cannot write its folder fails every compilation.
ccache_works() {
  local folder
  folder=$(ccache -k cache_dir 2>/dev/null) && mkdir -p "$folder" 2>/dev/null && [[ -w $folder ]]
}

run_cmake() { (cd "$root" && cmake --preset "$1" -B "$2" "${@:3}") >"$2/configure.log" 2>&1 9>&-; }

# cached NAME DIR: what CMake remembers in a build folder.
cached() { sed -n "s/^$1:INTERNAL=//p" "$2/CMakeCache.txt" 2>/dev/null || true; }

# Whether CMake made the build folder where it is, of this checkout, by the name that it has here: a copied or moved one builds
# the old place, and one that was cut short has no such lines.
made_here() {
  local home
  home=$(cached CMAKE_HOME_DIRECTORY "$1")
  if [[ $home == *\'* && $root != *\'* ]]; then return 1; fi
  [[ $home -ef $root && $(cached CMAKE_CACHEFILE_DIR "$1") -ef $1 ]]
}

# A build folder of another checkout that still is there, named for both: each would build the other's again and again.
refuse_foreign() {
  local other
  other=$(cached CMAKE_HOME_DIRECTORY "$1")
  if [[ -f $other/CMakeLists.txt && ! $other -ef $root && $(cached CMAKE_CACHEFILE_DIR "$1") -ef $1 ]]; then
    give_up "the build folder $1 belongs to the checkout $other: name another one in SPINBENCH_BUILD_DIR, or remove it"
  fi
}

# surroundings PRESET: all that a folder is configured for. CMake asks for compilers and their flags once, when a folder is new.
surroundings() {
  local name value
  printf '%s' "$1|${CMAKE_ARGS:-}|${CMAKE_PREFIX_PATH:-}|${CXX:-}|${SPINBENCH_KERNELS:-}"
  for name in CUDACXX CUDAHOSTCXX CUDAFLAGS CUDAARCHS HIPCXX HIPFLAGS ROCM_PATH CXXFLAGS LDFLAGS; do
    value=${!name:-}
    if [[ $name == CUDACXX && $1 != cuda ]]; then value=$given_cudacxx; fi
    # Those that say nothing leave no trace: folders of earlier scripts stay, but for cuda's, whose nvcc was found.
    if [[ -n $value ]]; then printf '|%s=%s' "$name" "$value"; fi
  done
}

# configure PRESET DIR: runs CMake where the folder is new or was configured otherwise.
configure() {
  local configured_for words arguments=()
  configured_for=$(surroundings "$1")
  refuse_foreign "$2"
  if [[ -f $2/build.ninja ]] && made_here "$2"; then
    if [[ $(cat "$2/configured-for" 2>/dev/null) == "$configured_for" ]]; then return; fi
    # Configured by hand: that stands, unless the environment asks for something.
    if [[ ! -f $2/configured-for && -z ${CMAKE_ARGS:-}${SPINBENCH_KERNELS:-} ]]; then return; fi
  fi
  need_build_tools
  words=$(xargs -r printf '%s\n' <<<"${CMAKE_ARGS:-}" 2>/dev/null) || give_up "CMAKE_ARGS: a quote has no partner: $CMAKE_ARGS"
  if [[ -n $words ]]; then mapfile -t arguments <<<"$words"; fi
  if [[ -n ${SPINBENCH_KERNELS:-} ]]; then arguments=("-DSPINBENCH_KERNELS=$SPINBENCH_KERNELS" "${arguments[@]}"); fi
  # As arguments, not in the environment: what the tests start must not inherit them.
  if ccache_works; then
    arguments=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache "${arguments[@]}")
    if [[ $1 == cuda ]]; then arguments=(-DCMAKE_CUDA_COMPILER_LAUNCHER=ccache "${arguments[@]}"); fi
  fi
  if [[ -n $passed_over && $1 == "$preset" ]]; then say "$passed_over"; fi
  say "configuring $2 ($1)"
  # What an earlier configure step cached must not outlive the arguments that it was given.
  rm -f "$2/CMakeCache.txt" "$2/build.ninja"
  if ! run_cmake "$1" "$2" "${arguments[@]}"; then
    local wanted packages=()
    wanted=$(sed -n 's/.*Missing libraries.*apt-get install //p' "$2/configure.log")
    # CMake wraps long messages: the list may go on in the next line.
    wanted+=" $(sed -n '/Missing libraries/{n;s/^  *//;/^Elsewhere/d;p}' "$2/configure.log")"
    # Kokkos is wanted by name here: a build that merely could use it does without.
    if grep -q 'but Kokkos was not found' "$2/configure.log"; then wanted+=" libtrilinos-kokkos-dev"; fi
    read -r -a packages <<<"${wanted//$'\n'/ }"
    ((${#packages[@]})) || configure_failed "$1" "$2"
    install_packages "${packages[@]}"
    run_cmake "$1" "$2" "${arguments[@]}" || configure_failed "$1" "$2"
  fi
  printf '%s\n' "$configured_for" >"$2/configured-for"
}

# hint_at_cpu PRESET: what is left where a device's compiler fails.
hint_at_cpu() {
  if [[ $1 != cpu && $1 != asan ]]; then say "to build for the CPU alone: SPINBENCH_PRESET=cpu ./spinbench ..."; fi
}

configure_failed() {
  tail -n 25 "$2/configure.log" >&2
  hint_at_cpu "$1"
  give_up "the configure step failed; all of its output: $2/configure.log"
}

# Of the terminal on stderr less one, where the cursor stands; COLUMNS tells it where the terminal does not.
progress_columns() {
  local columns number='^[1-9][0-9]{0,3}$'
  columns=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2) || true
  if [[ ! $columns =~ $number ]]; then columns=${COLUMNS:-}; fi
  if [[ ! $columns =~ $number ]]; then columns=80; fi
  printf '%s\n' "$((columns - 1))"
}

# Ninja's lines on stderr, without those that say there was nothing to do; one line that changes on a terminal.
show_progress() {
  local line columns shown=no
  columns=$(progress_columns)
  while IFS= read -r line; do
    case $line in
      'ninja: no work to do.' | 'ninja: Entering directory'* | *'Re-checking globbed directories'* | *'/cmake/version.cmake'*) continue ;;
    esac
    if [[ -t 2 && $line == \[* ]]; then
      printf '\r\033[K%s' "${line:0:columns}" >&2
      shown=yes
    elif [[ $line == \[* ]]; then
      printf '%s\n' "$line" >&2
    fi
  done
  if [[ $shown == yes ]]; then printf '\r\033[K' >&2; fi
}

# is_broken DIR: whether ninja failed since build.ninja was cut short. One that is whole names its default at the end.
is_broken() {
  grep -qE '^ninja: error: .*\.ninja:[0-9]+' "$1/build.log" ||
    { grep -q '^ninja: error: unknown target' "$1/build.log" && ! grep -q '^default ' "$1/build.ninja"; }
}

# After the clock was set back, what CMake makes is older than what it is made of: ninja would call CMake again and again, for
# minutes. Some seconds are a file server's clock.
refuse_future() {
  local file now
  now=$(date +%s)
  for file in "$root/CMakeLists.txt" "$root/tests/CMakeLists.txt" "$root"/cmake/*; do
    if [[ $file -nt $1/build.ninja ]] && (($(date -r "$file" +%s) > now + 60)); then
      give_up "$file is of $(date -r "$file" '+%F %T'), and the clock says $(date '+%F %T'): set the clock, or: touch '$file'"
    fi
  done
}

run_ninja() {
  local at_once=()
  if [[ -n ${CMAKE_BUILD_PARALLEL_LEVEL:-} ]]; then at_once=(-j "$CMAKE_BUILD_PARALLEL_LEVEL"); fi
  ninja -C "$1" "${at_once[@]}" "${@:2}" 9>&- 2>&1 | tee "$1/build.log" | show_progress
}

# say_stale DIR: of a program that only somebody else can bring up to date, whether sources are newer than its last build.
say_stale() {
  local last=$1/.ninja_log newer sources=(CMakeLists.txt cmake backends bench interface kernels reference_cpu)
  if [[ ! -e $last ]]; then last=$1/bin/spinbench; fi
  newer=$(cd "$root" && find "${sources[@]}" -type f -newer "$last" -print -quit 2>/dev/null) || true
  if [[ -n $newer ]]; then
    say "the program in $1, which you cannot write, is older than $newer: SPINBENCH_BUILD_DIR names a folder of yours"
  fi
}

# build PRESET DIR TARGET...: ninja decides what is to be done. One at a time in a folder, from the configure step on.
build() {
  # Somebody else's folder: what is built there can be run, but not brought up to date.
  if [[ -x $2/bin/spinbench && ! -w $2 ]]; then
    say_stale "$2"
    return
  fi
  if [[ ! ${CMAKE_BUILD_PARALLEL_LEVEL:-1} =~ ^[1-9][0-9]*$ ]]; then
    give_up "CMAKE_BUILD_PARALLEL_LEVEL=$CMAKE_BUILD_PARALLEL_LEVEL: must be a number of compilers at once"
  fi
  if ! mkdir -p "$2" 2>/dev/null || [[ ! -w $2 ]]; then
    give_up "cannot write to the build folder $2: name another one in SPINBENCH_BUILD_DIR"
  fi
  take_lock "$2/lock" "waiting for another build in $2"
  trap 'say "stopped"; exit 130' INT
  configure "$1" "$2"
  refuse_future "$2"
  if ! run_ninja "${@:2}"; then
    if is_broken "$2"; then
      rm -f "$2/build.ninja"
      configure "$1" "$2"
      run_ninja "${@:2}" || build_failed "$1" "$2"
    else
      build_failed "$1" "$2"
    fi
  fi
  exec 9>&-
}

build_failed() {
  local target
  target=$(sed -n "s/^ninja: error: unknown target '\([^']*\)'.*/\1/p" "$2/build.log")
  if [[ -n $target ]]; then
    give_up "the build folder $2 has no $target, as it is configured: $(settings_of_tests "$2")"
  fi
  tail -n 40 "$2/build.log" >&2
  hint_at_cpu "$1"
  give_up "the build failed; all of its output: $2/build.log"
}

# settings_of_tests DIR: those by which a folder has tests, or some of them.
settings_of_tests() {
  sed -n 's/^\(SPINBENCH_\(TESTS\|MUTANTS\|SANITIZE\)\):[A-Z]*=/\1=/p' "$1/CMakeCache.txt" | paste -sd ' '
}
