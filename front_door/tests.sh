# The command test: its runners, sanitizers, and what runs beside the others.
# shellcheck shell=bash

passed=0 failed=0 skipped=0 hip_binary='' mutants_binary=''
# What runs beside the others, and the folder where all put what they say.
jobs=() scratch=''

# However the tests end, nothing of them is left.
begin_tests() {
  scratch=$(mktemp -d)
  trap end_tests EXIT
  trap 'say "stopped"; exit 130' INT
}
end_tests() {
  if ((${#jobs[@]})); then
    kill "${jobs[@]}" 2>/dev/null || true
    wait "${jobs[@]}" 2>/dev/null || true
  fi
  rm -rf "$scratch"
}

# count WORD FILE: the number before WORD in the runner's last summary line.
count() { grep -E '(passed|failed|skipped|error|test cases)' "$2" | tail -n 1 | grep -oE "[0-9]+ $1" | head -n 1 |
  grep -oE '^[0-9]+' || echo 0; }

# Adds what a runner said; one that failed without saying so counts as one failure.
add_counts() {
  local status=$1 summary=$2 good bad
  good=$(count passed "$summary")
  bad=$(($(count failed "$summary") + $(count error "$summary")))
  if grep -q 'All tests passed' "$summary"; then good=$(grep -oE '[0-9]+ test case' "$summary" | grep -oE '[0-9]+'); fi
  if ((status != 0 && bad == 0)); then bad=1; fi
  passed=$((passed + good))
  failed=$((failed + bad))
  skipped=$((skipped + $(count skipped "$summary")))
}

# run_and_count COMMAND...: shows the output and counts from its last lines.
run_and_count() {
  local output=$scratch/output summary=$scratch/summary status=0
  "$@" 2>&1 | tee "$output" || status=$?
  # Catch2 prints "test cases: ..." before "assertions: ...", which counts something else.
  { grep -vE '^assertions:' "$output" || true; } | tail -n 5 >"$summary"
  add_counts "$status" "$summary"
}

# names_tests WORD...: whether one of them is a file or folder of tests, or a test in it, which is all that is wanted then.
names_tests() {
  local word path before='' tests
  tests=$(readlink -f "$root/tests")
  for word in "$@"; do
    path=${word%%::*}
    if [[ ! $before =~ ^--(ignore|deselect|rootdir|confcutdir|basetemp)$ && $word != -* && -e $path ]] &&
      [[ $path == *.py || $(readlink -f "$path")/ == "$tests"/* ]]; then return 0; fi
    before=$word
  done
  return 1
}

# test_cli ARGUMENT...: pytest, with its own arguments.
test_cli() {
  local side_by_side=() tests=("$root/tests")
  export SPINBENCH_BINARY=$build_dir/bin/spinbench
  export SPINBENCH_HIP_BINARY=${hip_binary:-$SPINBENCH_BINARY}
  export SPINBENCH_MUTANTS_BINARY=$mutants_binary
  export PYTHONPATH=$root/plotting${PYTHONPATH:+:$PYTHONPATH}
  # Those with arguments of their own are few, or somebody wants to look at them.
  # One more than there are cores, up to eight: some wait for what they started.
  if (($# == 0)); then side_by_side=(-n "$(($(nproc) < 8 ? $(nproc) + 1 : 8))" --dist loadgroup); fi
  if names_tests "$@"; then tests=(); fi
  run_and_count "$python" -m pytest -q -rs "${side_by_side[@]}" "${tests[@]}" "$@"
}

# The HIP backend compiles, links and starts without an AMD card: the tests of the command line look at the result.
build_hip() {
  if [[ $preset == hip ]] || ! find_hipcc; then return; fi
  # A build for both holds it already.
  if grep -qiE '^SPINBENCH_HIP:[A-Z]*=(ON|YES|TRUE|Y|1)$' "$build_dir/CMakeCache.txt"; then return; fi
  local hip_dir
  hip_dir=$(dirname "$build_dir")/hip-test
  if [[ -n ${SPINBENCH_BUILD_DIR:-} ]]; then hip_dir=$build_dir-hip; fi
  # Kokkos is in the other build, and in this one nothing is timed. A compiler's cache has the other's host code.
  local quickly='-DSPINBENCH_KOKKOS=OFF -DSPINBENCH_HIP_OPTIMIZATION=-O1'
  if ! ccache_works; then quickly+=' -DCMAKE_CXX_FLAGS_RELEASE=-O0'; fi
  CMAKE_ARGS="${CMAKE_ARGS:-} $quickly" build hip "$hip_dir" spinbench_bin
  hip_binary=$hip_dir/bin/spinbench
}

# The compiler for them: Clang, which takes half of GCC's time for them, where it is here with their libraries; else CMake's
# own choice ("").
sanitizing_compiler() {
  if [[ -n ${CXX:-} ]]; then
    printf '%s' "$CXX"
  elif clang++ -x c++ -std=c++20 -fsanitize=address,undefined - -o "$scratch/program" 2>/dev/null <<<'int main() {}'; then
    printf 'clang++'
  fi
}

# What uses one core runs beside the other tests: start_beside WHAT COMMAND..., and finish_beside, which shows and counts.
# Their own shells keep how they ended: in hours of tests a process may get the number of one of them, whose status this shell
# forgets then.
beside=()
start_beside() {
  local log=$scratch/beside${#beside[@]}
  (
    trap '{ kill "$job" && wait "$job"; } 2>/dev/null; exit 143' TERM
    "${@:2}" >"$log" 2>&1 &
    job=$!
    status=0
    wait "$job" || status=$?
    printf '%s\n' "$status" >"$log.status"
  ) &
  jobs+=("$!")
  beside+=("$1")
}
finish_beside() {
  local i status
  for i in "${!beside[@]}"; do
    say "${beside[i]}"
    wait "${jobs[i]}" 2>/dev/null || true
    status=$(cat "$scratch/beside$i.status" || echo 1)
    run_and_count show_log "$scratch/beside$i" "$status"
  done
  jobs=()
}
show_log() {
  cat "$1"
  return "$2"
}

# The unit tests under AddressSanitizer and UndefinedBehaviorSanitizer. What is slow repeats code that shorter tests run
# under them.
build_sanitized() {
  sanitized_dir=$(dirname "$build_dir")/asan
  if [[ -n ${SPINBENCH_BUILD_DIR:-} ]]; then sanitized_dir=$build_dir-asan; fi
  CXX=$(sanitizing_compiler) CMAKE_ARGS="${CMAKE_ARGS:-} -DSPINBENCH_HIP=OFF -DSPINBENCH_SHARE_MUTATED=OFF" \
    build asan "$sanitized_dir" spinbench_tests
}

in_ci() { [[ ! ${CI:-no} =~ ^(0|[nN]o|NO|[fF]alse|FALSE)$ ]]; }

# Whether the build of this preset finds devices of this machine: sanitizers' programs have no backend for one.
has_device() {
  case $preset in
    cuda) find_nvidia_gpu ;;
    hip) [[ -e /dev/kfd ]] ;;
    *) return 1 ;;
  esac
}

test_unit() {
  build "$preset" "$build_dir" spinbench_bin spinbench_tests
  run_and_count "$build_dir/bin/spinbench_tests" "$@"
}

test_sanitized_unit() {
  build_sanitized
  if (($# == 0)); then set -- '~[slow]'; fi
  run_and_count "$sanitized_dir/bin/spinbench_tests" "$@"
}

# test_all SANITIZERS: every test; yes or no.
test_all() {
  # Before the build, which takes longer: whether there is a Python, and what the tests import. CI, where nobody waits for an
  # answer, gets it while it builds, unless it takes packages, of which one is installed at a time.
  if in_ci && [[ ${SPINBENCH_INSTALL:-yes} != no ]] && python3 -c 'import ensurepip, venv' 2>/dev/null; then
    find_python &
    jobs=("$!")
  else
    find_python
  fi
  # A program with bugs to plant, of host code: the tests look whether verify finds them. Under sanitizers its simulations
  # would be too short to see the smallest. Another one has kernels for GPUs on a device that the host plays.
  local targets=(spinbench_bin spinbench_mutants spinbench_emulated_tests) unit=(spinbench_tests)
  mutants_binary=$build_dir/bin/spinbench_mutants
  # What sanitizers run need not run without, where there is no device that it runs on.
  if [[ $1 == yes ]] && ! has_device; then unit=(spinbench_slow_tests '[slow]~[.]'); fi
  build "$preset" "$build_dir" "${targets[@]}" "${unit[0]}"
  if ((${#jobs[@]})); then
    # What failed there says so here.
    wait "${jobs[0]}" 2>/dev/null || true
    jobs=()
    find_python
  fi
  build_hip
  # .ci/run installs what some tests use while programs are built.
  if [[ -n ${SPINBENCH_TESTS_AFTER:-} ]]; then timeout 600 tail --pid="$SPINBENCH_TESTS_AFTER" -f /dev/null || true; fi
  if [[ $1 == yes ]]; then
    build_sanitized
    start_beside "unit tests under AddressSanitizer and UndefinedBehaviorSanitizer" \
      "$sanitized_dir/bin/spinbench_tests" '~[slow]'
    start_beside "kernels for GPUs on a device that the host plays, with bugs planted and without" \
      "$build_dir/bin/spinbench_emulated_tests"
    run_and_count "$build_dir/bin/${unit[0]}" "${unit[@]:1}"
  else
    run_and_count "$build_dir/bin/${unit[0]}"
    run_and_count "$build_dir/bin/spinbench_emulated_tests" '[mutants]'
  fi
  test_cli
  finish_beside
}

test_command() {
  local sanitizers=no asked=no
  if in_ci; then sanitizers=yes; fi
  if [[ ${1:-} == --sanitizers ]]; then
    sanitizers=yes asked=yes
    shift
  fi
  if (($#)) && [[ $1 != unit && $1 != cli ]]; then
    give_up "test '$1': expected unit or cli, each with arguments of its own, or nothing (every test)"
  fi
  begin_tests
  case ${1:-}/$asked in
    unit/yes) test_sanitized_unit "${@:2}" ;;
    unit/no) test_unit "${@:2}" ;;
    cli/yes) give_up "test --sanitizers cli: only unit tests run under sanitizers: test --sanitizers [unit ARG...]" ;;
    cli/no)
      find_python
      build "$preset" "$build_dir" spinbench_bin
      test_cli "${@:2}"
      ;;
    *) test_all "$sanitizers" ;;
  esac
  local summary="$passed passed, $failed failed"
  if ((skipped)); then summary+=", $skipped skipped"; fi
  printf '%s\n' "$summary"
  if ((failed || passed == 0)); then exit 1; fi
}
