"""What a test needs of the machine. What is not there is a skip that says what to install.

pytestmark = needs.program("gdb")        a mark: the test is skipped without it
compiler = needs.found("g++")            its path, or a skip, within a test
"""

from __future__ import annotations

import functools
import importlib.util
import os
import shutil
import subprocess
import sys
import sysconfig

import pytest

PACKAGES = {
    "c++": "g++",
    "cc": "gcc",
    "gcore": "gdb",
    "id": "coreutils",
    "linux.uml": "user-mode-linux",
    "musl-gcc": "musl-tools",
    "nm": "binutils",
    "ps": "procps",
    "readelf": "binutils",
    "setpriv": "util-linux",
    "timeout": "coreutils",
    "unshare": "util-linux",
}
"""Program → its package of Debian, where that is called otherwise."""
COMPILERS = frozenset(("c++", "cc", "clang", "g++", "gcc"))
"""They are of no use without what Debian's gcc only recommends."""
C_LIBRARY = "the headers of the C library are not installed (package libc6-dev)"
HEADERS = "Python.h is not installed (package libpython3-dev)"
ROOT = "needs root"


def not_installed(name: str) -> str:
    package = PACKAGES.get(name, name)
    return f"{name} is not installed" + (f" (package {package})" if package != name else "")


def lack(name: str) -> str:
    """What a program wants before it can be used; "" when it can."""
    path = shutil.which(name)
    if path is None:
        return not_installed(name)
    return C_LIBRARY if name in COMPILERS and not _links(path) else ""


@functools.cache
def _links(compiler: str) -> bool:
    """Whether a compiler finds what each program begins with: it answers with a name where it has
    no path."""
    command = [compiler, "-print-file-name=crti.o"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return os.path.isabs(done.stdout.strip())


def program(*names: str) -> pytest.MarkDecorator:
    missing = ", ".join(filter(None, map(lack, names)))
    return pytest.mark.skipif(bool(missing), reason=missing or "-")


def gdb_that_writes_registers() -> None:
    """Skips where gdb cannot call a function in a process: gdb 13 does not know how large the
    registers of a processor with AMX are ("Couldn't write extended state status")."""
    if not _gdb_writes_registers():
        pytest.skip("gdb cannot write the registers of a process on this machine")


@functools.cache
def _gdb_writes_registers() -> bool:
    asleep = [sys.executable, "-c", "print(flush=True); import time; time.sleep(60)"]
    with subprocess.Popen(asleep, stdout=subprocess.PIPE) as process:
        try:
            assert process.stdout is not None
            process.stdout.readline()
            call = ["-ex", "print (int)getpid()", "-ex", "detach"]
            command = ["gdb", "-q", "-nx", "-batch", "-p", str(process.pid), *call]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
        finally:
            process.kill()
    return "Couldn't write" not in done.stderr


def found(*names: str) -> str:
    """The path of the first of some programs that is here."""
    here = next((name for name in names if not lack(name)), None)
    path = here and shutil.which(here)
    return path or pytest.skip(lack(names[0]))


def module(*names: str) -> pytest.MarkDecorator:
    missing = [name for name in names if not has_module(name)]
    return pytest.mark.skipif(bool(missing), reason=f"{', '.join(missing)} is not installed")


def has_module(name: str) -> bool:
    try:
        return importlib.util.find_spec(name) is not None
    except ModuleNotFoundError:  # of the package that it would be in
        return False


def python_headers() -> str:
    """The folder of this interpreter's Python.h."""
    include = sysconfig.get_path("include")
    if not os.path.exists(os.path.join(include, "Python.h")):
        pytest.skip(HEADERS)
    return include


root = pytest.mark.skipif(os.geteuid() != 0, reason=ROOT)
