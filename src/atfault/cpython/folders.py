"""sys.prefix and the folder of the standard library, as the target's own objects name them."""

from __future__ import annotations

from collections.abc import Mapping

from atfault.cpython.threads import Interpreter
from atfault.cpython.values.dicts import find_key
from atfault.cpython.values.strings import escape, read_text
from atfault.errors import MemoryFault
from atfault.snapshot.protocol import Memory

Structs = Mapping[str, Mapping[str, int]]

_MAX_PATH = 4096
_MAX_MODULES = 1 << 14


def sys_folders(memory: Memory, structs: Structs, interpreter: Interpreter) -> tuple[str, str]:
    """(sys.prefix, folder of the standard library); "" where unknown.

    The folder is that of the `os` module, which every interpreter imports at its start.
    """
    prefix = _text_in(memory, structs, interpreter.sysdict, "prefix")
    stdlib = ""
    try:
        os_module = find_key(memory, structs, interpreter.modules, "os", _MAX_MODULES)
        if os_module:
            namespace = memory.u64(os_module + structs["PyModuleObject"]["md_dict"])
            stdlib = _text_in(memory, structs, namespace, "__file__").rpartition("/")[0]
    except (MemoryFault, ValueError):
        pass
    return prefix, stdlib


def is_frozen(memory: Memory, structs: Structs, interpreter: Interpreter) -> bool:
    """Whether the program was made into an executable: sys.frozen is there, as PyInstaller,
    cx_Freeze and others set it. The code of its modules names files relative to nothing then."""
    try:
        return bool(find_key(memory, structs, interpreter.sysdict, "frozen"))
    except (MemoryFault, ValueError):
        return False


def _text_in(memory: Memory, structs: Structs, namespace: int, name: str) -> str:
    """The str under `name` in the dict at `namespace`; "" when there is none."""
    if not namespace:
        return ""
    try:
        address = find_key(memory, structs, namespace, name)
        return escape(read_text(memory, structs, address, _MAX_PATH)[0]) if address else ""
    except (MemoryFault, ValueError):
        return ""
