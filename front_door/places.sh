# Where things are made: build/ and .venv of the checkout, or where that cannot be written of a folder in the cache.
# shellcheck shell=bash

# can_make PATH: whether it can be written, or made where it is not.
can_make() { [[ -w $1 || (! -e $1 && -w $(dirname "$1")) ]]; }

# take_lock FILE WAITING: takes the file's lock by descriptor 9; where another has it, says WAITING and waits.
# A file system may have no locks: two at once are not kept apart then.
take_lock() {
  local owner status=0
  if ! (: >>"$1") 2>/dev/null; then
    owner=$(stat -c %U "$1" 2>/dev/null) || owner='somebody else'
    give_up "cannot write $1, which belongs to $owner: have it removed, or name a folder of yours in SPINBENCH_BUILD_DIR"
  fi
  exec 9>>"$1"
  if ! command -v flock >/dev/null; then return; fi
  flock -n 9 2>/dev/null || status=$?
  if ((status == 1)); then
    say "$2"
    status=0
    flock 9 2>/dev/null || status=$?
  fi
  if ((status)); then say "cannot lock $1 (flock ends with $status): nothing keeps two at once apart there"; fi
}

# The folder that takes what a checkout would take if it could be written: one for each checkout, in the user's cache.
find_cache_place() {
  local cache=${XDG_CACHE_HOME:-} name
  # Relative ones are to be ignored, says the XDG base directory specification.
  if [[ $cache != /* && -n ${HOME:-} ]]; then cache=$HOME/.cache; fi
  if [[ $cache != /* ]]; then
    give_up "the checkout $root cannot be written, and neither HOME nor XDG_CACHE_HOME says where else to build:" \
      "name a folder in SPINBENCH_BUILD_DIR"
  fi
  name=$(printf '%s' "$root" | sha256sum)
  cache_place=$cache/spinbench/${name:0:16}
}

# default_build_dir NAME: build/NAME of the checkout, or of the folder in the cache. A program that somebody else built in a
# checkout is taken as it is, unless the environment asks for another one.
default_build_dir() {
  build_dir=$root/build/$1
  if can_make "$root/build" && { [[ ! -e $root/build ]] || can_make "$build_dir"; }; then return; fi
  if [[ -x $build_dir/bin/spinbench && $command != build && $command != test &&
    -z ${CMAKE_ARGS:-}${SPINBENCH_KERNELS:-} ]]; then return; fi
  find_cache_place
  build_dir=$cache_place/build/$1
}

# Ninja splits the compiler's lists of files at an apostrophe: with one in the path of the checkout, everything would be built
# anew each time. So it is built by another name.
name_without_apostrophe() {
  if [[ $root != *\'* || (${XDG_CACHE_HOME:-} != /* && -z ${HOME:-}) ]]; then return; fi
  find_cache_place
  if [[ $cache_place == *\'* ]] || ! mkdir -p "$cache_place" 2>/dev/null; then return; fi
  ln -sfn "$root" "$cache_place/checkout" && root=$cache_place/checkout
}
