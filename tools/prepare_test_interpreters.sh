#!/usr/bin/env bash
# Prepare the interpreters that the integration tests look for (tests/support/interpreters.py):
# one virtual environment with numpy for each pyenv CPython, and Debian roots with the stripped
# builds of trixie (3.13) and sid (3.14), and free-threaded builds of both made from source. What is
# already there is kept; what cannot be had is said and skipped. Needs root and debootstrap for the
# Debian roots, a C compiler for the free-threaded builds (two minutes each).
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

# A free-threaded build from the source package of a Debian suite, as no package has one.
make_free_threaded() {
  local suite=$1 version=$2 root=$cache/roots/$1 prefix=$cache/pythons/$2t work
  local python=$prefix/bin/python$2t target=$cache/venvs/$2t
  if [ ! -x "$python" ]; then
    [ -e "$root/.ready" ] && command -v make >/dev/null && command -v cc >/dev/null || return 0
    work=$(mktemp -d)
    sed 's/^deb /deb-src /' "$root/etc/apt/sources.list" >"$root/etc/apt/sources.list.d/source.list"
    if { chroot "$root" apt-get update -qq -o Acquire::Check-Valid-Until=false &&
      chroot "$root" sh -c "cd /tmp && apt-get source -qq --download-only --tar-only python$version" &&
      tar -xf "$root"/tmp/python"$version"_*.orig.tar.* -C "$work" --strip-components=1 && cd "$work" &&
      OPT="-DNDEBUG -O2" LDFLAGS="-Wl,-rpath,$prefix/lib" ./configure -q --disable-gil --enable-shared \
        --without-ensurepip --prefix="$prefix" && make -s -j"$(nproc)" && make -s altinstall; } >"$cache/$version-t.log" 2>&1; then
      echo "python ${version}t: built"
    else
      echo "python ${version}t: not built, see $cache/$version-t.log"
      tail -n 3 "$cache/$version-t.log"
    fi
    cd / && rm -rf "$work" "$root"/tmp/python"$version"_*
    [ -x "$python" ] || return 0
  fi
  [ -e "$target/.ready" ] && return 0
  # The build has no pip of its own; another interpreter's installs into it.
  "$python" -m venv --without-pip "$target" && python3 -m venv "$cache/pip" &&
    "$cache/pip/bin/python" -m pip --python "$target/bin/python" install --quiet --disable-pip-version-check numpy 2>/dev/null &&
    touch "$target/.ready" || echo "python ${version}t: could not install numpy"
}

make_root trixie python3
make_root sid python3,python3-numpy
(make_free_threaded trixie 3.13)
(make_free_threaded sid 3.14)

echo "interpreters:"
for python in "$cache"/venvs/*/bin/python; do [ -x "$python" ] && "$python" -VV; done
for root in "$cache"/roots/*; do [ -e "$root/.ready" ] && echo "$root: $(chroot "$root" python3 -VV 2>&1)"; done
exit 0
