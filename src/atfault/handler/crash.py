"""Who crashed, by the kernel's words and by /proc, while the kernel still holds the process.

Its memory is not read, and what it could have chosen itself (its name, its paths, its environment)
is kept as text and goes into no decision but the one whether it is a Python.
"""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Sequence
from typing import NamedTuple

from atfault.handler.pattern import Values

LETTERS = "PIsugdct"
"""The numbers among pattern.ASKED, in their order."""
MAX_NUMBER = 1 << 64
MAX_MAPS = 32 << 20
MAX_STATUS = 1 << 16
MAX_ENVIRONMENT = 1 << 20
MAX_WORD = 4096
NO_LIMIT = (1 << 64) - 1
STATE = b"XDG_STATE_HOME="
_PYTHON = re.compile(
    rb"/(?:libpython3[^/\n]*\.so[^/\n]*|python3?(?:\.\d+)?[a-z]*|[^/\n]+\.cpython-3[^/\n]+\.so)"
    rb"(?: \(deleted\))?$",
    re.MULTILINE,
)
"""A mapped file that none but a Python has: the interpreter, its library, an extension module."""
_NS_GET_OWNER_UID = 0xB704
"""ioctl_ns(2)."""


class Crash(NamedTuple):
    """One process that the kernel dumps."""

    values: Values
    is_python: bool
    fsuid: int
    """Whose files it could open, as this namespace numbers them; with fsgid and groups."""
    fsgid: int
    groups: tuple[int, ...]
    is_apart: bool
    """Whether it sees other files than we do: a container, a chroot."""
    landlord: int | None
    """Who made its user namespace, where that is not ours."""
    state_home: str
    """XDG_STATE_HOME in its environment, where its paths are ours; "" for none."""

    @property
    def uid(self) -> int:
        """Whose core it is: root's, where the process had other rights than who started it."""
        return self.values.numbers["u"] if self.values.numbers["d"] == 1 else 0

    @property
    def folder(self) -> str:
        """Of /proc, about the thread that crashed: the first one may have ended before."""
        return f"/proc/{self.values.numbers['P']}/task/{self.values.numbers['I']}"


def read_crash(argv: Sequence[str]) -> Crash:
    """argv: what the kernel made of pattern.ASKED. Raises ValueError; OSError where the process is
    gone."""
    if len(argv) < len(LETTERS):
        raise ValueError(f"the kernel gives {len(LETTERS)} numbers and a name, not {len(argv)}")
    numbers = {}
    for letter, word in zip(LETTERS, argv):
        if not (word.isascii() and word.isdigit() and len(word) <= 20):
            raise ValueError(f"%{letter} is a number, not {word[:40]!r}")
        numbers[letter] = int(word)
    folder = f"/proc/{numbers['P']}/task/{numbers['I']}"
    status = _status(folder)
    inner = status.get("NSpid", "").split()
    numbers["p"] = _last_number(_status(f"/proc/{numbers['P']}"), numbers["P"])
    numbers["i"] = int(inner[-1]) if inner else numbers["I"]
    uids, gids = status["Uid"].split(), status["Gid"].split()
    program = _link(f"{folder}/exe")
    is_apart = not (_is_same(folder, "root") and _is_same(folder, "ns/mnt"))
    return Crash(
        Values(numbers, " ".join(argv[len(LETTERS) :])[:256], status.get("Name", ""), program),
        _is_python(folder),
        int(uids[3]),
        int(gids[3]),
        tuple(map(int, status.get("Groups", "").split())),
        is_apart,
        None if _is_same(folder, "ns/user") else _maker(f"{folder}/ns/user"),
        "" if is_apart or numbers["d"] != 1 else _state_home(folder),
    )


def _status(folder: str) -> dict[str, str]:
    with open(f"{folder}/status", "rb") as file:
        text = file.read(MAX_STATUS).decode("utf-8", "replace")
    pairs = (line.partition(":") for line in text.split("\n"))
    return {name: value.strip() for name, _, value in pairs}


def _last_number(status: dict[str, str], otherwise: int) -> int:
    """The pid as the process's own namespace has it."""
    inner = status.get("NSpid", "").split()
    return int(inner[-1]) if inner else otherwise


def _link(path: str) -> str:
    try:
        return os.readlink(path)[:MAX_WORD].removesuffix(" (deleted)")
    except OSError:
        return ""


def _is_same(folder: str, name: str) -> bool:
    """Whether its root or namespace is ours; not, where that cannot be told."""
    try:
        return os.path.samestat(os.stat(f"{folder}/{name}"), os.stat(f"/proc/self/{name}"))
    except OSError:
        return False


def _is_python(folder: str) -> bool:
    with open(f"{folder}/maps", "rb") as file:
        return _PYTHON.search(file.read(MAX_MAPS)) is not None


def _maker(path: str) -> int | None:
    """Who made a user namespace."""
    try:
        with open(path, "rb") as file:
            answer = bytearray(4)
            fcntl.ioctl(file, _NS_GET_OWNER_UID, answer)
    except OSError:
        return None
    return int.from_bytes(answer, "little")


def _state_home(folder: str) -> str:
    try:
        with open(f"{folder}/environ", "rb") as file:
            words = file.read(MAX_ENVIRONMENT).split(b"\0")
    except OSError:
        return ""
    found = next((word for word in words if word.startswith(STATE)), STATE)
    value = os.fsdecode(found[len(STATE) :])
    return value if os.path.isabs(value) and len(value) < MAX_WORD else ""
