"""What a stress run is asked to do, and in which environment."""

import os
import shutil
from typing import NamedTuple

from atfault.errors import UsageError
from atfault.options import Options

THREADS, ITERATIONS = 5, 1000
BUDGET, TIMEOUT = 60.0, 30.0
MAX_THREADS = 256


class Plan(NamedTuple):
    """What the command line asks for."""

    target: str
    """ "package.module:callable" or "script.py:callable"."""
    setup: str | None = None
    """The same, or a name beside the target."""
    threads: int = THREADS
    iterations: int = ITERATIONS
    """Calls of each thread in a round."""
    close: tuple[float, float] | None = None
    seed: int = 0
    timeout: float = TIMEOUT
    """Seconds without the end of any call after which a child hangs."""
    budget: float = BUDGET
    """Seconds for all of it, one environment."""
    until_failure: bool = False
    options: Options = Options()


class Environment(NamedTuple):
    """An interpreter with its packages."""

    name: str
    """As the user calls it."""
    python: str


def check_target(text: str) -> None:
    """Raises UsageError for what cannot name a callable."""
    where, colon, name = text.rpartition(":")
    if not colon or not where or not name:
        raise UsageError(
            f"stress: {text!r} names no callable: package.module:callable or script.py:callable"
        )
    if not all(part.isidentifier() for part in name.split(".")):
        raise UsageError(f"stress: {name!r} is no name of a callable")
    if where.endswith(".py") and not os.path.isfile(where):
        raise UsageError(f"stress: {where}: no such file")


def environment(name: str | None) -> Environment:
    """An interpreter by name or path, or that of a virtual environment's folder; without a name
    the python on PATH. Raises UsageError."""
    if name is None:
        found = shutil.which("python") or shutil.which("python3")
        if found is None:
            raise UsageError("stress: no python on PATH; name one with --python")
        return Environment("python", found)
    path = name
    if os.path.isdir(name):
        for inside in ("bin/python", "bin/python3"):
            path = os.path.join(name, inside)
            if os.path.exists(path):
                break
        else:
            raise UsageError(f"stress: {name}: a folder without bin/python in it")
    found = shutil.which(path)
    if found is None:
        raise UsageError(f"stress: {name}: neither an interpreter nor a virtual environment")
    return Environment(name, os.path.abspath(found))
