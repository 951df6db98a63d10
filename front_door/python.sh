# Python: .venv, the commands that read results files, and what the tests want of it.
# shellcheck shell=bash

# Where .venv is or would be: of a checkout that cannot be written it is taken as it is, if it has what plotting/ needs now.
find_venv() {
  venv=$root/.venv
  if can_make "$venv" || in_venv "$root/plotting/pyproject.toml"; then return; fi
  find_cache_place
  venv=$cache_place/.venv
}

# in_venv FILE: whether what FILE asks for was installed in .venv, as FILE is now.
in_venv() { [[ -x $venv/bin/python ]] && cmp -s "$1" "$venv/installed/$(basename "$1")"; }

# add_to_venv FILE ARGUMENT...: has pip install the arguments into .venv, for FILE. One at a time.
add_to_venv() {
  local file=$1 log
  if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then install_packages python3 python3-venv; fi
  if ! mkdir -p "$(dirname "$venv")" 2>/dev/null || [[ ! -w $(dirname "$venv") ]]; then
    give_up "cannot make $venv: name a folder of yours in XDG_CACHE_HOME"
  fi
  exec 9>"$venv.lock"
  if command -v flock >/dev/null; then flock 9; fi
  if ! in_venv "$file"; then
    say "making .venv for $(basename "$file")"
    log=$(mktemp)
    if ! { python3 -m venv "$venv" && "$venv/bin/python" -m pip install -q --disable-pip-version-check "${@:2}"; } \
      >"$log" 2>&1 9>&-; then
      tail -n 20 "$log" >&2
      rm -f "$log"
      give_up "could not make .venv: is the package index reached? By hand: pip install ${*:2}"
    fi
    rm -f "$log"
    mkdir -p "$venv/installed"
    cp "$file" "$venv/installed/"
  fi
  exec 9>&-
}

# A Python with what plotting/ imports: the one in .venv; this machine's own where .venv must not be made and it has it.
results_python() {
  local wanted=$root/plotting/pyproject.toml venv
  find_venv
  python=$venv/bin/python
  if in_venv "$wanted"; then return; fi
  if [[ ${SPINBENCH_INSTALL:-yes} == no ]]; then
    for python in "$venv/bin/python" python3; do
      if PYTHONPATH=$root/plotting "$python" -m spinbench_results --installed 2>/dev/null; then return; fi
    done
    give_up "what plotting/ needs is not installed; run:  python3 -m venv $venv &&" \
      "$venv/bin/pip install -e $root/plotting"
  fi
  add_plotting
}

# The package itself is read from the checkout: what is installed for it is what it needs. pip writes into the folder that
# it builds, so one that cannot be written is copied.
add_plotting() {
  local source=$root/plotting folder=''
  if [[ ! -w $source ]]; then
    folder=$(mktemp -d)
    cp -r "$source" "$folder/plotting"
    chmod -R u+w "$folder"
    (trap 'rm -rf "$folder"' EXIT && add_to_venv "$root/plotting/pyproject.toml" "$folder/plotting")
  else
    add_to_venv "$root/plotting/pyproject.toml" -e "$source"
  fi
}

# compare, history, export, plot, report, score: they only read results files.
results_command() {
  local python
  results_python
  PYTHONPATH=$root/plotting${PYTHONPATH:+:$PYTHONPATH} exec "$python" -m spinbench_results "$@"
}

# A Python with what the tests and plotting/ import: this machine's own, or the one in .venv.
find_python() {
  local venv
  python=python3
  if python3 -c 'import jsonschema, pytest, xdist' 2>/dev/null &&
    PYTHONPATH=$root/plotting python3 -m spinbench_results --installed 2>/dev/null; then return; fi
  find_venv
  python=$venv/bin/python
  if ! in_venv "$root/plotting/pyproject.toml"; then add_plotting; fi
  if ! in_venv "$root/tests/requirements.txt"; then
    add_to_venv "$root/tests/requirements.txt" -r "$root/tests/requirements.txt"
  fi
}
