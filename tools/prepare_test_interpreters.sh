#!/usr/bin/env bash
# Prepare the interpreters that the integration tests look for (tests/support/interpreters.py):
# one virtual environment with numpy for each pyenv CPython, Debian roots with the stripped builds of
# trixie (3.13) and sid (3.14, 3.15, and a later 3.13), sid's 3.15 with its debug information and outside of its
# root, and builds made from source, those of one root at a time: free-threaded ones, and one that runs on musl
# (musl-gcc needed, packages musl-dev and musl-tools). What is already there is kept;
# what cannot be had is said and skipped, and never an error. Needs root and debootstrap for the
# Debian roots, a C compiler for the free-threaded builds (some three minutes of processor time each;
# none is begun after ATFAULT_PREPARE_SECONDS, 300 by default). With
# ATFAULT_PREPARE_VARIANTS=1 also builds with tail calls and with the JIT.
set -uo pipefail

cache=${ATFAULT_TEST_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/atfault}
begin_until=${ATFAULT_PREPARE_SECONDS:-300}
build_seconds=360  # two may be under way
mkdir -p "$cache"/{venvs,roots,pythons,logs}

say() { echo "${SECONDS}s $*"; }

not_done() { # what, log
  say "$1, see $2"
  tail -n 3 "$2"
}

make_venv() {
  local python=$1 version=$2 packages=$3 target=$cache/venvs/$2 log=$cache/logs/venv-$2
  [ -e "$target/.ready-$packages" ] && return 0
  if { "$python" -m venv "$target" &&
    "$target/bin/python" -m pip install --quiet --disable-pip-version-check ${packages//+/ }; } >"$log" 2>&1; then
    touch "$target/.ready-$packages"
    say "python $version: ready, with ${packages//+/, }"
  else
    not_done "python $version: could not install $packages" "$log"
  fi
}

make_root() {
  local suite=$1 packages=$2 target=$cache/roots/$1 log=$cache/logs/$1
  [ -e "$target/.ready" ] && return 0
  if [ "$(id -u)" != 0 ] || ! command -v debootstrap >/dev/null; then
    say "$suite: no root or no debootstrap; the tests on its interpreter will skip"
    return 0
  fi
  rm -rf "$target"
  if debootstrap --variant=minbase --include="$packages" "$suite" "$target" >"$log" 2>&1; then
    touch "$target/.ready"
    say "$suite: ready"
  else
    not_done "$suite: debootstrap failed" "$log"
  fi
}

# More packages for a root that is there. Test: a file of theirs.
add_to_root() {
  local suite=$1 file=$2 root=$cache/roots/$1 log=$cache/logs/$1-more
  shift 2
  [ -e "$root/.ready" ] && [ ! -e "$root$file" ] || return 0
  if { chroot "$root" apt-get update -qq -o Acquire::Check-Valid-Until=false &&
    DEBIAN_FRONTEND=noninteractive chroot "$root" \
      apt-get install -qq --no-install-recommends "$@"; } >"$log" 2>&1; then
    say "$suite: added $*"
  else
    not_done "$suite: could not add $*" "$log"
  fi
}

# A release that the suite has beside its newest: another patch release than the one tested elsewhere,
# in a folder of its own, since it is for the tests of what moves between these alone.
add_release() {
  local suite=$1 version=$2 root=$cache/roots/$1 log=$cache/logs/$1-$2
  local folder=/opt/python$version
  [ -e "$root/.ready" ] && [ ! -e "$root$folder/usr/bin/python$version" ] || return 0
  if {
    chroot "$root" apt-get update -qq -o Acquire::Check-Valid-Until=false &&
      chroot "$root" sh -ec '
        cd "$(mktemp -d)"
        apt-get download -qq "python$1" "python$1-minimal" \
          "libpython$1-minimal" "libpython$1-stdlib" "libpython$1-dev"
        for file in *.deb; do dpkg-deb -x "$file" .; done
        rm -rf -- *.deb usr/lib/python3*/config-* usr/lib/*-linux-gnu usr/share
        mkdir -p "$2"
        mv usr "$2"
      ' sh "$version" "$folder"
  } >"$log" 2>&1; then
    say "$suite: python $version beside its own"
  else
    not_done "$suite: could not add python $version" "$log"
  fi
}

# The source of a suite's package into a folder. Of a python3.N where the mirror names a release that it
# does not have yet, an earlier one.
fetch_package() {
  local root=$1 package=$2 folder=$3
  sed 's/^deb /deb-src /' "$root/etc/apt/sources.list" >"$root/etc/apt/sources.list.d/source.list"
  rm -f "$root"/tmp/"$package"_*
  chroot "$root" apt-get update -qq -o Acquire::Check-Valid-Until=false
  chroot "$root" sh -c "cd /tmp && apt-get source -qq --download-only --tar-only $package" ||
    fetch_earlier "$root" "${package#python}" || return 1
  mkdir -p "$folder" &&
    tar -xf "$root"/tmp/"$package"_*.orig.tar.?z -C "$folder" --strip-components=1 &&
    rm -f "$root"/tmp/"$package"_*
}

fetch_source() { fetch_package "$1" "python$2" "$3"; }

declare -A earlier=([3.14]=3.14.5)
declare -A earlier_sum=([3.14]=7e32597b99e5d9a39abed35de4693fa169df3e5850d4c334337ffd6a19a36db6)

fetch_earlier() {
  local root=$1 version=$2 release=${earlier[$2]:-} mirror file
  [ -n "$release" ] || return 1
  mirror=$(awk '$1 == "deb" { print $2; exit }' "$root/etc/apt/sources.list")
  file=python${version}_$release.orig.tar.xz
  chroot "$root" /usr/lib/apt/apt-helper download-file \
    "$mirror/pool/main/p/python$version/$file" "/tmp/$file" "SHA256:${earlier_sum[$version]}"
}

# With debug information. Without the test modules; only the top of the library is compiled to bytecode beforehand.
build_free_threaded() {
  cd "$1" && OPT="-g -DNDEBUG -O2" LDFLAGS="-Wl,-rpath,$2/lib" ./configure -q --disable-gil \
    --enable-shared --disable-test-modules --without-ensurepip --prefix="$2" &&
    make -s -j"$(nproc)" && make -s altinstall COMPILEALL_OPTS="-j0 -l"
}

# No Debian package has a free-threaded build, so it is made from source.
make_free_threaded() {
  local suite=$1 version=$2 root=$cache/roots/$1 prefix=$cache/pythons/$2t work built=1
  local python=$prefix/bin/python$2t log=$cache/logs/$2t
  if ! "$python" -c 'import ctypes, multiprocessing, zlib' 2>/dev/null; then
    [ -e "$root/.ready" ] && command -v make >/dev/null && command -v cc >/dev/null || return 0
    if [ "$SECONDS" -gt "$begin_until" ]; then
      say "python ${version}t: no time left to build it; its tests will not run"
      return 0
    fi
    work=$(mktemp -d)
    export -f build_free_threaded
    fetch_source "$root" "$version" "$work" >"$log" 2>&1 &&
      timeout "$build_seconds" bash -c 'build_free_threaded "$@"' build "$work" "$prefix" >>"$log" 2>&1 ||
      built=
    rm -rf "$work"
    if [ -z "$built" ]; then
      rm -rf "$prefix"
      not_done "python ${version}t: not built" "$log"
      return 0
    fi
    say "python ${version}t: built"
  fi
  make_environment "$python" "${version}t" numpy
}

# A virtual environment of an interpreter that has no pip of its own; another one's installs into it.
# Python's bundled one may be too old to know free-threaded builds, for which it takes wheels that
# they cannot load.
make_environment() {
  local python=$1 version=$2 packages=$3 target=$cache/venvs/$2 installer=$cache/pip/$2
  local log=$cache/logs/venv-$2
  local -a pip=("$installer/bin/python" -m pip --disable-pip-version-check)
  [ -e "$target/.ready-$packages" ] && "$target/bin/python" -c 'import numpy' 2>/dev/null && return 0
  if { "$python" -m venv --without-pip "$target" && python3 -m venv "$installer" &&
    "${pip[@]}" install --quiet --upgrade pip &&
    "${pip[@]}" --python "$target/bin/python" install --quiet --upgrade --force-reinstall \
      --only-binary :all: ${packages//+/ } &&
    "$target/bin/python" -c 'import numpy'; } >"$log" 2>&1; then
    touch "$target/.ready-$packages"
    say "python $version: ready, with ${packages//+/, }"
  else
    not_done "python $version: could not install $packages" "$log"
  fi
}

# A root's python3.N with its debug information, as a program that loads the root's libraries wherever
# it is started. It gets a build id of its own, since it is another file than the root's.
patch_python() {
  local root=$1 version=$2 prefix=$3 libraries=$1/usr/lib/x86_64-linux-gnu made
  mkdir -p "$prefix"/{bin,lib,include/x86_64-linux-gnu} &&
    ln -sfn "$root/usr/lib/python$version" "$prefix/lib/python$version" &&
    ln -sfn "$root/usr/include/python$version" "$prefix/include/python$version" &&
    ln -sfn "$root/usr/include/x86_64-linux-gnu/python$version" "$prefix/include/x86_64-linux-gnu/" &&
    made=$(mktemp -d -p "$root/tmp") && chmod 755 "$made" || return 1
  # patchelf 0.18 breaks the program when it does both at once, or in another order.
  chroot "$root" sh -ec '
    cd "$1"
    apt-get download -qq "$2-dbg"
    dpkg-deb -x ./*.deb .
    id=$(eu-readelf -n "/usr/bin/$2" | sed -n "s/.*Build ID: //p")
    rest=${id#??}
    eu-unstrip "/usr/bin/$2" "usr/lib/debug/.build-id/${id%"$rest"}/$rest.debug" -o whole
    patchelf --force-rpath --set-rpath "$3" --output 1 whole
    patchelf --set-interpreter "$3/ld-linux-x86-64.so.2" --output 2 1
    echo "$id" >id
  ' sh "${made#"$root"}" "python$version" "$libraries" &&
    python3 - "$made/2" "$made/id" "$prefix/bin/python$version" <<'EOF' && chmod 755 "$prefix/bin/python$version"
import sys
program, build_id = open(sys.argv[1], "rb").read(), bytes.fromhex(open(sys.argv[2]).read())
other = bytes([build_id[0] ^ 0xFF]) + build_id[1:]
open(sys.argv[3], "wb").write(program.replace(build_id, other))
EOF
  local status=$?
  rm -rf "$made"
  return $status
}

make_patched() {
  local suite=$1 version=$2 packages=$3 prefix=$cache/pythons/$2 log=$cache/logs/$2
  local python=$prefix/bin/python$2
  if ! "$python" -c 'import ctypes, ssl' 2>/dev/null; then
    [ -e "$cache/roots/$suite/usr/bin/python$version" ] || return 0
    if ! patch_python "$cache/roots/$suite" "$version" "$prefix" >"$log" 2>&1; then
      rm -rf "$prefix"
      not_done "python $version: cannot be made to run outside of its root" "$log"
      return 0
    fi
  fi
  make_environment "$python" "$version" "$packages"
}

# zlib and libffi as static libraries. The source of libffi has no configure script, nor is there always what
# makes one; what it would find out of x86-64 are these few lines.
build_musl_libraries() {
  local deps=$1 one
  (cd "$deps/zlib" && CFLAGS="-O2 -fPIC" ./configure --static --prefix="$deps" && make -s install) || return 1
  cd "$deps/libffi" && mkdir -p made || return 1
  cat >made/fficonfig.h <<'EOF'
#define STDC_HEADERS 1
#define HAVE_ALLOCA_H 1
#define HAVE_AS_X86_64_UNWIND_SECTION_TYPE 1
#define HAVE_AS_X86_PCREL 1
#define HAVE_AS_CFI_PSEUDO_OP 1
#define HAVE_HIDDEN_VISIBILITY_ATTRIBUTE 1
#define HAVE_LONG_DOUBLE 1
#define HAVE_MEMCPY 1
#define HAVE_MKOSTEMP 1
#define HAVE_MMAP 1
#define HAVE_MMAP_ANON 1
#define EH_FRAME_FLAGS "a"
#define SIZEOF_DOUBLE 8
#define SIZEOF_LONG_DOUBLE 16
#define SIZEOF_SIZE_T 8
#ifdef LIBFFI_ASM
#define FFI_HIDDEN(name) .hidden name
#else
#define FFI_HIDDEN __attribute__ ((visibility ("hidden")))
#endif
EOF
  sed 's/@TARGET@/X86_64/; s/@HAVE_LONG_DOUBLE@/1/; s/@VERSION@/3/; s/@[A-Z_]*@/0/' \
    include/ffi.h.in >made/ffi.h && cp src/x86/ffitarget.h made/ || return 1
  for one in {prep_cif,types,raw_api,java_raw_api,closures,tramp,x86/ffi64,x86/ffiw64}.c x86/{unix64,win64}.S; do
    "$CC" -O2 -fPIC -DHAVE_CONFIG_H -Imade -Iinclude -Isrc -c "src/$one" -o "made/$(basename "$one").o" || return 1
  done
  ar rcs "$deps/lib/libffi.a" made/*.o && cp made/ffi.h made/ffitarget.h "$deps/include/"
}

# As Alpine has it: a stripped shared library and no debug information. Left out is what takes long and no
# test uses. The kernel's headers come last: beside them are glibc's.
build_musl() {
  local deps=$1/deps prefix=$2
  export CC=$deps/cc
  mkdir -p "$deps"/{kernel,lib,include} &&
    ln -s /usr/include/{linux,asm-generic,x86_64-linux-gnu/asm} "$deps/kernel/" || return 1
  cat >"$CC" <<EOF
#!/bin/sh
[ "\$1" = --print-multiarch ] && echo x86_64-linux-musl && exit
exec musl-gcc "\$@" -idirafter $deps/kernel
EOF
  chmod 755 "$CC" && (build_musl_libraries "$deps") && cd "$1/python" &&
    printf '%s\n' '*disabled*' _decimal _codecs_{cn,hk,iso2022,jp,kr,tw} _multibytecodec _elementtree \
      _lsprof _statistics xxlimited xxlimited_35 xxsubtype _zoneinfo \
      _interpchannels _interpqueues _interpreters syslog _sqlite3 _ssl _hashlib >Modules/Setup.local &&
    OPT="-DNDEBUG -O1" CPPFLAGS="-I$deps/include" LDFLAGS="-s -Wl,-rpath,$prefix/lib -Wl,--build-id" \
      LIBFFI_CFLAGS="-I$deps/include" LIBFFI_LIBS="-L$deps/lib -lffi" \
      ZLIB_CFLAGS="-I$deps/include" ZLIB_LIBS="-L$deps/lib -lz" PKG_CONFIG=false \
      ./configure -q --enable-shared --disable-test-modules --without-ensurepip --prefix="$prefix" &&
    make -s -j"$(nproc)" && make -s altinstall COMPILEALL_OPTS="-j0 -l"
}

make_musl() {
  local suite=$1 version=$2 root=$cache/roots/$1 prefix=$cache/pythons/$2-musl log=$cache/logs/$2-musl work
  "$prefix/bin/python$version" -c 'import ctypes, asyncio, multiprocessing' 2>/dev/null && return 0
  [ -e "$root/.ready" ] && command -v make >/dev/null || return 0
  if ! command -v musl-gcc >/dev/null; then
    say "python $version on musl: no musl-gcc; its tests will skip"
    return 0
  fi
  if [ "$SECONDS" -gt "$begin_until" ]; then
    say "python $version on musl: no time left to build it; its tests will not run"
    return 0
  fi
  work=$(mktemp -d)
  export -f build_musl build_musl_libraries
  if {
    fetch_source "$root" "$version" "$work/python" &&
      fetch_package "$root" zlib "$work/deps/zlib" &&
      fetch_package "$root" libffi "$work/deps/libffi"
  } >"$log" 2>&1 &&
    timeout "$build_seconds" bash -c 'build_musl "$@"' build "$work" "$prefix" >>"$log" 2>&1; then
    say "python $version on musl: built"
  else
    rm -rf "$prefix"
    not_done "python $version on musl: not built" "$log"
  fi
  rm -rf "$work"
}

build_variant() {
  cd "$1" && OPT="-DNDEBUG -O2 -g1" LDFLAGS="-Wl,-rpath,$2/lib" ./configure -q "${@:3}" \
    --enable-shared --disable-test-modules --without-ensurepip --prefix="$2" &&
    make -s -j"$(nproc)" && make -s altinstall COMPILEALL_OPTS="-j0 -l"
}

# Builds whose interpreter has other native frames, on request: ATFAULT_PREPARE_VARIANTS=1. They need
# clang-19 and llvm-19, and take minutes.
make_variant() { # suite, version, name, arguments of configure
  local root=$cache/roots/$1 version=$2 prefix=$cache/pythons/$2-$3 log=$cache/logs/$2-$3 work
  "$prefix/bin/python$version" -c 'import ctypes' 2>/dev/null && return 0
  if ! command -v clang-19 >/dev/null; then
    say "python $version-$3: no clang-19; its tests will skip"
    return 0
  fi
  work=$(mktemp -d)
  export -f build_variant
  if fetch_source "$root" "$version" "$work" >"$log" 2>&1 &&
    PYTHON_FOR_REGEN=$cache/venvs/3.13/bin/python bash -c 'build_variant "$@"' build "$work" "$prefix" "${@:4}" >>"$log" 2>&1; then
    say "python $version-$3: built"
  else
    rm -rf "$prefix"
    not_done "python $version-$3: not built" "$log"
  fi
  rm -rf "$work"
}

make_venvs() {
  local folder python version
  for folder in "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.*; do
    python=$folder/bin/python
    [ -x "$python" ] || continue
    version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])') || continue
    case $version in
      3.8 | 3.9 | 3.11) make_venv "$python" "$version" numpy+greenlet ;;
      3.10 | 3.12 | 3.13) make_venv "$python" "$version" numpy+greenlet+numba ;;
    esac
  done
}

make_from_trixie() {
  make_root trixie python3,libpython3-dev
  make_free_threaded trixie 3.13
  make_musl trixie 3.13
}

make_from_sid() {
  make_root sid python3,python3-numpy,libpython3-dev
  add_to_root sid /usr/include/python3.15/Python.h python3.15 python3.15-venv libpython3.15-dev
  add_to_root sid /usr/bin/patchelf patchelf elfutils
  add_release sid 3.13
  make_patched sid 3.15 numpy+greenlet+numba
  make_free_threaded sid 3.15
  make_free_threaded sid 3.14
}

# Each waits for the network at first, and the compilers of one run while the others do.
make_from_trixie &
make_from_sid &
make_venvs &
wait
if [ -n "${ATFAULT_PREPARE_VARIANTS:-}" ]; then
  make_variant sid 3.14 tail --with-tail-call-interp CC=clang-19
  make_variant sid 3.14 jit --enable-experimental-jit
fi

say "interpreters:"
for python in "$cache"/venvs/*/bin/python; do [ -x "$python" ] && "$python" -VV; done
for root in "$cache"/roots/*; do
  for python in "$root"/usr/bin/python3.??; do
    [ -e "$root/.ready" ] && echo "$root: $(chroot "$root" "${python#"$root"}" -VV 2>&1)"
  done
done
exit 0
