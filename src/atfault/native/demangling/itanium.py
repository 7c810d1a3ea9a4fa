"""Names of the Itanium C++ ABI → text, by the C++ library's own `__cxa_demangle`.

It is C code and the names come from the files under inspection, so a forked child calls it (see
`confined`), for many names at once. Of a name that brings the child down nothing is known; the ones
behind it are given to another child. Where there is no C++ library, names stay as they are.

Grammar and function: https://itanium-cxx-abi.github.io/cxx-abi/abi.html
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterable

from atfault.native import confined

LIBRARIES = ("libstdc++.so.6", "libc++abi.so.1")
MAX_NAME = 16384
MAX_TEXT = 65536
SECONDS = 5.0
"""For one child."""
MEMORY = 256 << 20
MAX_ANSWER = 32 << 20
MAX_CHILDREN = 4
MAX_KNOWN = 1 << 14
_KNOWN: dict[str, str] = {}
"""What was answered before."""


def texts(names: Iterable[str]) -> dict[str, str]:
    """Mangled → its text, of those that are understood: functions and variables (`_Z…`; a suffix as
    in `.cold` becomes [clone .cold]) and types as std::type_info holds them (St13runtime_error)."""
    wanted = [name for name in names if 0 < len(name) <= MAX_NAME and name.isascii()]
    left = [name for name in wanted if name not in _KNOWN]
    found = {name: _KNOWN[name] for name in wanted if name in _KNOWN}
    for _ in range(MAX_CHILDREN):
        if not left:
            break
        answers = _answers(left)
        answered = {name: text for name, text in zip(left, answers) if text}
        found.update(answered)
        if len(_KNOWN) < MAX_KNOWN:
            _KNOWN.update(answered)
        left = left[len(answers) + 1 :]
    return found


def _answers(names: list[str]) -> list[str]:
    """For each of them in order, as far as the child came: its text or ""."""
    try:
        child = confined.Child(lambda fd: _demangle(names, fd), SECONDS, MEMORY)
    except OSError:
        return []
    lines = child.finish(MAX_ANSWER)[0].split("\n")
    return lines[:-1]


# -- in the child --------------------------------------------------------------------------------


def _demangle(names: list[str], fd: int) -> None:
    library = _library()
    for name in names:
        text = _text(library, name) if library is not None else ""
        confined.send(fd, (text if text.isprintable() and len(text) <= MAX_TEXT else "") + "\n")


def _library() -> ctypes.CDLL | None:
    for name in LIBRARIES:
        try:
            library = ctypes.CDLL(name)
        except OSError:
            continue
        library.__cxa_demangle.restype = ctypes.c_void_p
        return library
    return None


def _text(library: ctypes.CDLL, name: str) -> str:
    """What is allocated stays so until the child ends."""
    status = ctypes.c_int()
    found = library.__cxa_demangle(name.encode("ascii"), None, None, ctypes.byref(status))
    return ctypes.string_at(found).decode("utf-8", "backslashreplace") if found else ""
