# The command test: its runners, sanitizers, and what runs beside the others.
# shellcheck shell=bash

passed=0 failed=0 skipped=0 hip_binary='' mutants_binary=''

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
  local output status=0 summary
  output=$(mktemp)
  "$@" 2>&1 | tee "$output" || status=$?
  summary=$(mktemp)
  # Catch2 prints "test cases: ..." before "assertions: ...", which counts something else.
  { grep -vE '^assertions:' "$output" || true; } | tail -n 5 >"$summary"
  add_counts "$status" "$summary"
  rm -f "$output" "$summary"
}

test_unit() { run_and_count "$build_dir/bin/spinbench_tests" "$@"; }

test_cli() {
  find_python
  export SPINBENCH_BINARY=$build_dir/bin/spinbench
  export SPINBENCH_HIP_BINARY=${hip_binary:-$SPINBENCH_BINARY}
  export SPINBENCH_MUTANTS_BINARY=$mutants_binary
  export PYTHONPATH=$root/plotting${PYTHONPATH:+:$PYTHONPATH}
  # Those with arguments of their own are few, or somebody wants to look at them.
  local side_by_side=()
  # One more than there are cores, up to eight: some wait for what they started.
  if (($# == 0)); then side_by_side=(-n "$(($(nproc) < 8 ? $(nproc) + 1 : 8))" --dist loadgroup); fi
  run_and_count "$python" -m pytest -q -rs "${side_by_side[@]}" "$root/tests" "$@"
}

# The HIP backend compiles, links and starts without an AMD card: the tests of the command line look at the result.
build_hip() {
  if [[ $preset == hip ]] || ! find_hipcc; then return; fi
  # A build for both holds it already.
  if grep -q '^SPINBENCH_HIP:[A-Z]*=ON$' "$build_dir/CMakeCache.txt"; then return; fi
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
  local program
  if [[ -n ${CXX:-} ]]; then
    printf '%s' "$CXX"
    return
  fi
  program=$(mktemp)
  if clang++ -x c++ -std=c++20 -fsanitize=address,undefined - -o "$program" 2>/dev/null <<<'int main() {}'; then
    printf 'clang++'
  fi
  rm -f "$program"
}

# What uses one core runs beside the other tests: start_beside WHAT COMMAND..., and finish_beside, which shows and counts.
# Their own shells keep how they ended: in hours of tests a process may get the number of one of them, whose status this shell
# forgets then.
beside=() beside_jobs=() beside_logs=()
start_beside() {
  local log
  log=$(mktemp)
  (
    "${@:2}" >"$log" 2>&1 &
    job=$!
    trap 'kill "$job" 2>/dev/null || true' TERM
    status=0
    wait "$job" || status=$?
    printf '%s\n' "$status" >"$log.status"
  ) &
  beside_jobs+=("$!")
  beside_logs+=("$log")
  beside+=("$1")
  trap 'kill "${beside_jobs[@]}" 2>/dev/null || true; rm -f "${beside_logs[@]}" "${beside_logs[@]/%/.status}"' EXIT
}
finish_beside() {
  local i status
  for i in "${!beside[@]}"; do
    say "${beside[i]}"
    wait "${beside_jobs[i]}" 2>/dev/null || true
    status=$(cat "${beside_logs[i]}.status" || echo 1)
    run_and_count show_log "${beside_logs[i]}" "$status"
  done
  beside_jobs=()
}
show_log() {
  cat "$1"
  return "$2"
}

# The unit tests under AddressSanitizer and UndefinedBehaviorSanitizer. What is slow repeats code that shorter tests run
# under them.
start_sanitizers() {
  local asan_dir
  asan_dir=$(dirname "$build_dir")/asan
  if [[ -n ${SPINBENCH_BUILD_DIR:-} ]]; then asan_dir=$build_dir-asan; fi
  CXX=$(sanitizing_compiler) CMAKE_ARGS="${CMAKE_ARGS:-} -DSPINBENCH_HIP=OFF -DSPINBENCH_SHARE_MUTATED=OFF" build asan "$asan_dir" spinbench_tests
  start_beside "unit tests under AddressSanitizer and UndefinedBehaviorSanitizer" "$asan_dir/bin/spinbench_tests" \
    '~[slow]'
}

test_command() {
  local sanitizers=no
  if [[ -n ${CI:-} ]]; then sanitizers=yes; fi
  if [[ ${1:-} == --sanitizers ]]; then
    sanitizers=yes
    shift
  fi
  if (($#)) && [[ $1 != unit && $1 != cli ]]; then
    give_up "test '$1': expected unit or cli, each with arguments of its own, or nothing (every test)"
  fi
  # Before the build, which takes longer: whether there is a Python, and what the tests import. CI, where nobody waits for an
  # answer, gets it while it builds, unless it takes packages, of which one is installed at a time.
  local python_job=
  if [[ -z ${1:-} && -n ${CI:-} ]] && python3 -c 'import ensurepip, venv' 2>/dev/null; then
    find_python &
    python_job=$!
    trap 'kill "$python_job" 2>/dev/null || true' EXIT
  elif [[ ${1:-} != unit ]]; then
    find_python
  fi
  local targets=(spinbench_bin)
  if [[ -z ${1:-} ]]; then
    # A program with bugs to plant, of host code: the tests look whether verify finds them. Under sanitizers its
    # simulations would be too short to see the smallest. Another one has kernels for GPUs on a device that the host plays.
    targets+=(spinbench_mutants spinbench_emulated_tests)
    mutants_binary=$build_dir/bin/spinbench_mutants
  fi
  if [[ -z ${1:-} && $sanitizers == yes ]]; then
    targets+=(spinbench_slow_tests)
  elif [[ ${1:-} != cli ]]; then
    targets+=(spinbench_tests)
  fi
  build "$preset" "$build_dir" "${targets[@]}"
  if [[ -n $python_job ]]; then
    # What failed there says so here.
    wait "$python_job" 2>/dev/null || true
    trap - EXIT
    find_python
  fi
  case ${1:-} in
    unit) test_unit "${@:2}" ;;
    cli) test_cli "${@:2}" ;;
    '')
      build_hip
      if [[ $sanitizers == yes ]]; then
        start_sanitizers
        start_beside "kernels for GPUs on a device that the host plays, with bugs planted and without" \
          "$build_dir/bin/spinbench_emulated_tests"
        run_and_count "$build_dir/bin/spinbench_slow_tests" '[slow]~[.]'
      else
        test_unit
        run_and_count "$build_dir/bin/spinbench_emulated_tests" '[mutants]'
      fi
      test_cli
      finish_beside
      ;;
  esac
  local summary="$passed passed, $failed failed"
  if ((skipped)); then summary+=", $skipped skipped"; fi
  printf '%s\n' "$summary"
  if ((failed || passed == 0)); then exit 1; fi
}
