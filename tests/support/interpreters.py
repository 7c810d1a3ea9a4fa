"""The CPython interpreters that this machine offers to integration tests.

    pyenv and virtual environments   builds with debug information and a shared libpython
    /usr/bin/python3.N               the distribution's stripped build, static
    Debian roots                     newer stripped builds, run through chroot (root needed)
    others                           another patch release of one of these (`other_releases`)

`tools/prepare_test_interpreters.sh` makes the environments and roots. ATFAULT_TEST_CACHE names the
folder they are in (default ~/.cache/atfault), ATFAULT_TEST_ROOTS more roots, separated by colons.
"""

from __future__ import annotations

import functools
import glob
import os
import shutil
import subprocess
import sys
import tempfile
from typing import NamedTuple

import pytest

from support.parts import is_first

MINORS = range(8, 16)

_PROBE = (
    "import sys, sysconfig, importlib.util as u;"
    "print(*sys.version_info[:3], int(u.find_spec('numpy') is not None),"
    "int(bool(sysconfig.get_config_var('Py_GIL_DISABLED'))), sys.implementation.name)"
)


class Interpreter(NamedTuple):
    """One CPython to run test programs with."""

    name: str
    """Id of parametrized tests: "3.12", "debian-3.11", "sid-3.14"."""
    version: tuple[int, int, int]
    argv_prefix: tuple[str, ...]
    """What comes before the script's arguments, chroot included."""
    sysroot: str | None
    """Folder that the program sees as "/"; None for this machine's own."""
    has_numpy: bool
    free_threaded: bool
    executable: str
    """The interpreter's file, as seen from here."""

    @property
    def minor(self) -> int:
        return self.version[1]

    def inside(self, path: str) -> str:
        """`path` of this machine as the interpreter sees it."""
        if self.sysroot is None:
            return path
        return path.removeprefix(self.sysroot)

    def scratch(self, fallback: str) -> str:
        """A fresh folder that both this machine and the interpreter can see."""
        if self.sysroot is None:
            return fallback
        base = os.path.join(self.sysroot, "tmp")
        os.makedirs(base, exist_ok=True)
        return tempfile.mkdtemp(prefix="atfault-test-", dir=base)

    def command(self, script: str, *arguments: str) -> list[str]:
        """argv that runs `script`, a path of this machine."""
        return [*self.argv_prefix, self.inside(script), *arguments]

    def command_in(self, folder: str, script: str, *arguments: str) -> list[str]:
        """The same for a process whose working directory is `folder`, which chroot changes."""
        command = self.command(script, *arguments)
        if self.sysroot is None:
            return command
        change = ["/bin/sh", "-c", 'cd "$0" && exec "$@"', self.inside(folder)]
        return [*command[:2], *change, *command[2:]]


def cache_folder() -> str:
    """Where tests keep what the next session can use."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return os.environ.get("ATFAULT_TEST_CACHE") or os.path.join(base, "atfault")


def _candidates() -> list[tuple[str, tuple[str, ...], str | None, str]]:
    """(name's prefix, argv prefix, sysroot, executable); the preferred build of a version first."""
    found: list[tuple[str, tuple[str, ...], str | None, str]] = []
    if sys.implementation.name == "cpython":
        found.append(("", (sys.executable,), None, sys.executable))
    for minor in MINORS:
        for pattern in (
            os.path.join(cache_folder(), "venvs", f"3.{minor}", "bin", "python"),
            os.path.join(cache_folder(), "venvs", f"3.{minor}t", "bin", "python"),
            os.path.join(_pyenv_root(), "versions", f"3.{minor}.*", "bin", f"python3.{minor}"),
        ):
            found += [("", (path,), None, path) for path in sorted(glob.glob(pattern))]
        system = f"/usr/bin/python3.{minor}"
        if os.access(system, os.X_OK):
            found.append(("debian-", (system,), None, system))
    roots = [root for root in os.environ.get("ATFAULT_TEST_ROOTS", "").split(":") if root]
    roots += sorted(glob.glob(os.path.join(cache_folder(), "roots", "*")))
    for root in roots:
        for path in sorted(glob.glob(os.path.join(root, "usr/bin/python3.[0-9]*"))):
            if not path.endswith("-config"):
                argv = ("chroot", root, path.removeprefix(root))
                found.append((os.path.basename(root) + "-", argv, root, path))
    return found


def _pyenv_root() -> str:
    return os.environ.get("PYENV_ROOT") or os.path.join(os.path.expanduser("~"), ".pyenv")


@functools.cache
def all_interpreters() -> list[Interpreter]:
    """Every usable CPython 3.8 to 3.15 here, one per name; for `make test` this one alone."""
    found: dict[str, Interpreter] = {}
    for candidate in _candidates()[: 1 if is_first() else None]:
        one = _asked(*candidate)
        if one is not None:
            found.setdefault(one.name, one)
    return sorted(found.values(), key=lambda one: (one.version, one.name))


def _asked(
    prefix: str, argv: tuple[str, ...], sysroot: str | None, executable: str
) -> Interpreter | None:
    """The interpreter as it describes itself; None when it cannot be used."""
    if argv[0] == "chroot" and (os.geteuid() != 0 or not shutil.which("chroot")):
        return None
    try:
        done = subprocess.run(
            [*argv, "-c", _PROBE], capture_output=True, text=True, timeout=30, check=True
        )
        *numbers, implementation = done.stdout.split()
        major, minor, micro, has_numpy, free_threaded = map(int, numbers)
    except (OSError, ValueError, subprocess.SubprocessError):
        return None
    if implementation != "cpython" or major != 3 or minor not in MINORS:
        return None
    return Interpreter(
        f"{prefix}3.{minor}{'t' if free_threaded else ''}",
        (major, minor, micro),
        argv,
        sysroot,
        bool(has_numpy),
        bool(free_threaded),
        os.path.realpath(executable),
    )


def other_releases() -> list[object]:
    """Parameters for pytest.mark.parametrize: interpreters of which another release is among
    `all_interpreters`; for tests of what moves with a patch release."""
    builds = glob.glob(os.path.join(cache_folder(), "pythons", "3.*.*", "bin", "python3.*[0-9t]"))
    found = [("", (path,), None, path) for path in builds]
    for path in glob.glob(os.path.join(cache_folder(), "roots/*/opt/python3.*/usr/bin/python3.??")):
        root = path[: path.index("/opt/")]
        found.append(
            (f"{os.path.basename(root)}-", ("chroot", root, path[len(root) :]), root, path)
        )
    known = [] if is_first() else [_asked(*candidate) for candidate in sorted(found)]
    return [
        pytest.param(one, id=f"{one.name}.{one.version[2]}") for one in known if one is not None
    ]


def interpreter(minor: int) -> Interpreter:
    """The preferred interpreter of 3.`minor`; skips the test when there is none."""
    for one in all_interpreters():
        if one.minor == minor and not one.free_threaded:
            return one
    looked = "" if is_first() else " (see tools/prepare_test_interpreters.sh)"
    pytest.skip(f"no CPython 3.{minor} here{looked}")


def every_interpreter() -> list[object]:
    """Parameters for pytest.mark.parametrize: every interpreter, and a skip by name for each minor
    version that this machine lacks; for `make test` this interpreter alone."""
    here = all_interpreters()
    parameters: list[object] = [pytest.param(one, id=one.name) for one in here]
    for minor in () if is_first() else MINORS:
        if all(one.minor != minor for one in here):
            reason = f"no CPython 3.{minor} here (see tools/prepare_test_interpreters.sh)"
            mark = pytest.mark.skip(reason=reason)
            parameters.append(pytest.param(None, id=f"3.{minor}", marks=mark))
    return parameters
