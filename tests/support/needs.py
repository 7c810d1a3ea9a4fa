"""What a test needs of the machine. What is not there is a skip that says what to install.

pytestmark = needs.program("gdb")        a mark: the test is skipped without it
compiler = needs.found("g++")            its path, or a skip, within a test
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import sysconfig

import pytest

PACKAGES = {
    "c++": "g++",
    "cc": "gcc",
    "gcore": "gdb",
    "id": "coreutils",
    "nm": "binutils",
    "ps": "procps",
    "readelf": "binutils",
    "setpriv": "util-linux",
    "timeout": "coreutils",
    "unshare": "util-linux",
}
"""Program → its package of Debian, where that is called otherwise."""
HEADERS = "Python.h is not installed (package libpython3-dev)"
ROOT = "needs root"


def not_installed(name: str) -> str:
    package = PACKAGES.get(name, name)
    return f"{name} is not installed" + (f" (package {package})" if package != name else "")


def program(*names: str) -> pytest.MarkDecorator:
    missing = [name for name in names if shutil.which(name) is None]
    return pytest.mark.skipif(bool(missing), reason=", ".join(map(not_installed, missing)) or "-")


def found(*names: str) -> str:
    """The path of the first of some programs that is here."""
    paths = filter(None, map(shutil.which, names))
    return next(paths, None) or pytest.skip(not_installed(names[0]))


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
