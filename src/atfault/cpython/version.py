"""Which CPython release a module is.

Three places tell, the surest first:

    _Py_DebugOffsets.version   3.13+; read with the table itself
    Py_Version                 an exported constant, 3.11+: 0x030b07f0 is 3.11.7
    the text of sys.version    "3.8.18 (default, May  9 2026, 07:11:02) \\n[GCC 12.2.0]", which
                               Py_GetVersion keeps in a static buffer of the module
    the module's name          libpython3.8.so.1.0, python3.8: the minor version alone
"""

from __future__ import annotations

from atfault.errors import MemoryFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from atfault.cpython.data_area import DataArea
    from atfault.model.process import Module
    from atfault.snapshot.protocol import Memory

    Version = tuple[int, int, int]

_TEXT = rb"(?<![0-9.])3\.(\d{1,2})\.(\d{1,2})[^\0 ]{0,20} \([^\0]{4,120}\) ?\n?\[[^\0\]]{2,80}\]"
_NAME = r"python-?3\.(\d{1,2})"


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
    import re

    pattern = re.compile(_TEXT)
    found = set()
    for _, data in area.chunks():
        for match in pattern.finditer(data):
            found.add((3, int(match.group(1)), int(match.group(2))))
    return found.pop() if len(found) == 1 else None


def from_name(module: Module) -> Version | None:
    """(3, minor, -1) from the module's file name."""
    import re

    match = re.search(_NAME, module.name)
    return (3, int(match.group(1)), -1) if match else None


def text(version: Version) -> str:
    """ "3.11.7"; "3.11" when the micro version is not known."""
    major, minor, micro = version
    return f"{major}.{minor}" if micro < 0 else f"{major}.{minor}.{micro}"
