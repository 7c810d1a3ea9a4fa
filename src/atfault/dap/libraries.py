"""Which libraries gdb reads the symbols of.

All of torch's are 700 MB of gdb's memory and seconds before the first line runs. So gdb stops the
program as libraries are loaded (the dynamic loader's own breakpoint for debuggers), and reads those
alone that have lines to stop at, or that gdb cannot do its work without; the rest once it is to
unwind through them, or once a function may be meant that is in any of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable

from atfault.dap.gdb_mi import Gdb, Record
from atfault.model import roles
from atfault.native.debug_files import DEBUG_FOLDER, open_elf
from atfault.snapshot.target_files import GivenFiles

NEEDED = re.compile(r"(ld-linux|ld-musl|libc[.-]|libpthread[.-]|libstdc\+\+|libllvmlite|libLLVM)")
"""The loader and threads, which gdb follows by functions of theirs; libstdc++, whose exceptions it
can stop at; LLVM, which tells of code that Numba has compiled (__jit_debug_register_code)."""
_SPECIAL = re.compile(r"[^\w/-]")
"""What may mean something in gdb's regular expressions: any character is taken there."""
LINES = (".debug_line", ".zdebug_line")


def has_lines(path: str) -> bool:
    """Whether there is debug information of a library with lines in it, in its own file or in one
    that is installed for it."""
    file, _ = GivenFiles().find(path)
    elf = open_elf(file) if file is not None else None
    if elf is None:
        return False
    if any(elf.section(name) is not None for name in LINES):
        return True
    found = elf.build_id()
    return os.path.exists(f"{DEBUG_FOLDER}/.build-id/{found[:2]}/{found[2:]}.debug")


def is_wanted(path: str) -> bool:
    """Whether the symbols of a library are read as it is loaded."""
    name = os.path.basename(path)
    return bool(NEEDED.match(name)) or roles.is_interpreter(name) or has_lines(path)


class Libraries:
    """Of one program under gdb."""

    def __init__(self) -> None:
        self._read: dict[str, bool] = {}
        """Path of each that is loaded → whether gdb has its symbols."""
        self._has_all = False

    def hear(self, what: str, fields: Record) -> None:
        """gdb's "library-loaded" and "library-unloaded"."""
        path = str(fields.get("host-name") or fields.get("target-name") or "")
        if what == "library-loaded":
            self._read[path] = fields.get("symbols-loaded") == "1"
        elif what == "library-unloaded":
            self._read.pop(path, None)

    async def stop_at_new_ones(self, gdb: Gdb, wanted: bool) -> None:
        """wanted: False where a stop would end a step; then all is read as it is loaded. Raises
        GdbError."""
        lazily = wanted and not self._has_all
        await gdb.command(f"-gdb-set auto-solib-add {'off' if lazily else 'on'}")
        await gdb.command(f"-gdb-set stop-on-solib-events {int(lazily)}")

    async def read_new_ones(self, gdb: Gdb) -> None:
        """The program has stopped as libraries were loaded. Raises GdbError."""
        await self._read_some(gdb, [path for path in self._unread() if is_wanted(path)])

    async def read_for(self, gdb: Gdb, paths: Iterable[str]) -> None:
        """gdb is to unwind through these. Raises GdbError."""
        unread = self._unread()
        await self._read_some(gdb, [path for path in dict.fromkeys(paths) if path in unread])

    async def read_all(self, gdb: Gdb) -> None:
        """A function may be meant that is in any of them. Raises GdbError."""
        if not self._has_all:
            self._has_all = True
            await self.stop_at_new_ones(gdb, False)
            await gdb.console("sharedlibrary")

    def _unread(self) -> list[str]:
        return [path for path, is_read in self._read.items() if not is_read]

    async def _read_some(self, gdb: Gdb, paths: list[str]) -> None:
        for path in paths:
            self._read[path] = True
            await gdb.console(f"sharedlibrary ^{_SPECIAL.sub('.', path)}$")
