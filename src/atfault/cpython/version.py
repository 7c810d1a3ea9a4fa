"""Which CPython release a module is.

Four places tell, the surest first:

    _Py_DebugOffsets.version   3.13+; read with the table itself
    Py_Version                 an exported constant, 3.11+: 0x030b07f0 is 3.11.7
    the text of sys.version    "3.8.18 (default, May  9 2026, 07:11:02) \\n[GCC 12.2.0]", which
                               Py_GetVersion keeps in a static buffer of the module
    the module's name          libpython3.8.so.1.0, python3.8: the minor version alone
"""

from __future__ import annotations

from atfault.cpython.data_area import DataArea
from atfault.cpython.offsets import NEWEST_MINOR, OLDEST_MINOR
from atfault.errors import MemoryFault
from atfault.model.process import Module
from atfault.snapshot.protocol import Memory

Version = tuple[int, int, int]

_MAX_TEXT = 250
"""Size of the buffer in Python/getversion.c."""


def from_constant(memory: Memory, address: int) -> Version | None:
    """The release in the constant Py_Version at `address` (0: not exported)."""
    if not address:
        return None
    try:
        value = memory.u32(address)
    except MemoryFault:
        return None
    if value >> 24 != 3:
        return None
    return 3, value >> 16 & 255, value >> 8 & 255


def from_text(area: DataArea) -> Version | None:
    """The release in the one text of sys.version in the module's data; None when there is none, or
    more than one."""
    found = set()
    for _, data in area.chunks():
        for minor in range(OLDEST_MINOR, NEWEST_MINOR + 1):
            at = data.find(b"3.%d." % minor)
            while at >= 0:
                micro = _micro(data[at : at + _MAX_TEXT], minor)
                if micro is not None and (at == 0 or data[at - 1] == 0):
                    found.add((3, minor, micro))
                at = data.find(b"3.%d." % minor, at + 4)
    return found.pop() if len(found) == 1 else None


def _micro(text: bytes, minor: int) -> int | None:
    """The micro version in "3.8.18+ (build) [compiler]"; None when `text` is nothing like that."""
    text = text.partition(b"\0")[0]
    release, _, rest = text.partition(b" (")
    build, _, compiler = rest.rpartition(b"[")
    if not build.rstrip().endswith(b")") or not compiler.endswith(b"]"):
        return None
    digits = release[len(b"3.%d." % minor) :]
    length = 0
    while length < len(digits) and digits[length : length + 1].isdigit():
        length += 1
    return int(digits[:length]) if 0 < length <= 2 else None


def from_name(module: Module) -> Version | None:
    """(3, minor, -1) from the module's file name: python3.8, libpython3.8.so.1.0, python3.8-dbg."""
    _, found, rest = module.name.partition("python3.")
    if not found:
        return None
    digits = rest[:2] if rest[:2].isdigit() else rest[:1]
    return (3, int(digits), -1) if digits.isdigit() and digits.isascii() else None


def text(version: Version) -> str:
    """As people write it: "3.11.7", or "3.11" when the micro version is not known."""
    major, minor, micro = version
    return f"{major}.{minor}" if micro < 0 else f"{major}.{minor}.{micro}"
