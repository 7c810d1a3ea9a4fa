#!/usr/bin/env bash
# Prepare the interpreters that the integration tests look for (tests/support/interpreters.py):
# one virtual environment with numpy for each pyenv CPython, and Debian roots with the stripped
# builds of trixie (3.13) and sid (3.14). What is already there is kept; what cannot be had is said
# and skipped. Needs root and debootstrap for the Debian roots.
set -uo pipefail

cache=${ATFAULT_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/atfault}
mkdir -p "$cache/venvs" "$cache/roots"

make_venv() {
  local python=$1 version=$2 packages=$3 target=$cache/venvs/$2
  [ -e "$target/.ready-$packages" ] && return 0
  "$python" -m venv "$target" &&
    "$target/bin/python" -m pip install --quiet --disable-pip-version-check ${packages//+/ } 2>/dev/null &&
    touch "$target/.ready-$packages" || echo "python $version: could not install $packages"
}

for folder in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*; do
  python=$folder/bin/python
  [ -x "$python" ] || continue
  version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || continue
  case $version in
    3.8 | 3.9 | 3.11) make_venv "$python" "$version" numpy+greenlet ;;
    3.10 | 3.12 | 3.13) make_venv "$python" "$version" numpy+greenlet+numba ;;
  esac
done

make_root() {
  local suite=$1 packages=$2 target=$cache/roots/$1
  [ -e "$target/.ready" ] && return 0
  if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    echo "$suite: no root or no debootstrap; the tests on its interpreter will skip"
    return 0
  fi
  rm -rf "$target"
  if debootstrap --variant=minbase --include="$packages" "$suite" "$target" >"$cache/$suite.log" 2>&1; then
    touch "$target/.ready"
  else
    echo "$suite: debootstrap failed, see $cache/$suite.log"
    tail -n 3 "$cache/$suite.log"
  fi
}

make_root trixie python3
make_root sid python3,python3-numpy

echo "interpreters:"
for python in "$cache"/venvs/*/bin/python; do [ -x "$python" ] && "$python" -VV; done
for root in "$cache"/roots/*; do [ -e "$root/.ready" ] && echo "$root: $(chroot "$root" python3 -VV 2>&1)"; done
exit 0
