# Python: .venv, the commands that read results files, and what the tests want of it.
# shellcheck shell=bash
#
# Called by -m or -c, Python looks for modules in the user's folder first, and would run a random.py there. So it is called by the
# name of a folder (plotting/__main__.py), or with -I where it needs nothing of PYTHONPATH.

# Where .venv is or would be: of a checkout that cannot be written it is taken as it is, if it has what plotting/ needs now.
find_venv() {
  venv=$root/.venv
  if can_make "$venv" || in_venv "$root/plotting/pyproject.toml"; then return; fi
  find_cache_place
  venv=$cache_place/.venv
}

# in_venv FILE: whether what FILE asks for was installed in .venv, as FILE is now.
in_venv() { whole_venv && cmp -s "$1" "$venv/installed/$(basename "$1")"; }

# whole_venv: whether .venv has its Python, of the minor version that made it: one that was upgraded since looks for packages in
# another folder. One that others made may not say its version.
whole_venv() {
  local now made
  now=$("$venv/bin/python" -V 2>/dev/null) || return 1
  made=$(sed -n 's/^version = \([0-9]*\.[0-9]*\).*/\1/p' "$venv/pyvenv.cfg" 2>/dev/null) || made=''
  [[ -z $made || $now == "Python $made."* ]]
}

# has_libraries PYTHON: whether it has what plotting/ imports.
has_libraries() { "$1" "$root/plotting" --installed 2>/dev/null; }

# has_test_libraries PYTHON: and whether it has what the tests import beside that.
has_test_libraries() {
  "$1" -c 'import sys; sys.path[:] = filter(None, sys.path); import jsonschema, pytest, xdist' 2>/dev/null &&
    has_libraries "$1"
}

need_venv_module() {
  if ! python3 -I -c 'import ensurepip, venv' 2>/dev/null; then install_packages python3 python3-venv; fi
}

# refuse_venv WHAT ARGUMENT...: where nothing may be installed, how to have pip install the arguments by hand.
refuse_venv() {
  local anew=''
  need_venv_module
  if [[ -e $venv ]] && ! whole_venv; then anew='--clear '; fi
  give_up "what $1 not installed; run:  python3 -m venv $anew$venv && $venv/bin/pip install ${*:2}"
}

# add_to_venv FILE ARGUMENT...: has pip install the arguments into .venv, for FILE. One at a time.
add_to_venv() {
  local file=$1 log clear=()
  need_venv_module
  if ! mkdir -p "$(dirname "$venv")" 2>/dev/null || [[ ! -w $(dirname "$venv") ]]; then
    give_up "cannot make $venv: name a folder of yours in XDG_CACHE_HOME"
  fi
  take_lock "$venv.lock" "waiting for another that makes $venv"
  if ! in_venv "$file"; then
    say "making .venv for $(basename "$file")"
    log=$(mktemp)
    # What another Python left there would be in the way: links to it, and notes of what it had.
    if ! whole_venv; then clear=(--clear); fi
    if ! { python3 -I -m venv "${clear[@]}" "$venv" &&
      "$venv/bin/python" -I -m pip install -q --disable-pip-version-check "${@:2}"; } >"$log" 2>&1 9>&-; then
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
      if has_libraries "$python"; then return; fi
    done
    refuse_venv "plotting/ needs is" -e "$root/plotting"
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
  exec "$python" "$root/plotting" "$@"
}

# A Python with what the tests and plotting/ import: this machine's own, or the one in .venv.
find_python() {
  local venv plotting=$root/plotting/pyproject.toml wanted=$root/tests/requirements.txt
  python=python3
  if has_test_libraries python3; then return; fi
  find_venv
  python=$venv/bin/python
  if in_venv "$plotting" && in_venv "$wanted"; then return; fi
  if [[ ${SPINBENCH_INSTALL:-yes} == no ]]; then
    if has_test_libraries "$python"; then return; fi
    refuse_venv "the tests import is" -e "$root/plotting" -r "$wanted"
  fi
  if ! in_venv "$plotting"; then add_plotting; fi
  if ! in_venv "$wanted"; then add_to_venv "$wanted" -r "$wanted"; fi
}
