"""The text of a program that was given by `python -c`: the interpreter's command line has it."""

from __future__ import annotations

import os
import textwrap
from collections.abc import Iterable

from atfault.cpython.runtime import PythonRuntime
from atfault.errors import MemoryFault
from atfault.model.process import ProcessInfo
from atfault.model.stacks import ThreadState
from atfault.model.state import KnownText

COMMAND = "<string>"
MAX_LINES = 5000
MAX_CODES = 2000
_MAX_CONSTANTS = 4096
_VALUED = ("W", "X")
"""Options of the interpreter that take a value."""


def text_of_command(
    runtime: PythonRuntime, threads: Iterable[ThreadState], process: ProcessInfo
) -> list[KnownText]:
    """Of the code objects that were made of it; [] where the main thread does not run them."""
    text = command_text(process.arguments)
    if text is None:
        return []
    if runtime.version[1] >= 14:
        text = textwrap.dedent(text)
    main = next((one for one in threads if one.thread.tid == process.pid), None)
    pythons = [one.python.code for one in main.stack.frames if one.python] if main else []
    if not pythons or (pythons[-1].filename, pythons[-1].name) != (COMMAND, "<module>"):
        return []
    codes = _nested(runtime, pythons[-1].address)
    return [KnownText(COMMAND, tuple(text.split("\n")[:MAX_LINES]), codes)]


def command_text(arguments: tuple[bytes, ...]) -> str | None:
    """The program given by `-c` on an interpreter's command line; None when there is none."""
    rest = list(arguments[:0:-1])
    while rest:
        argument = os.fsdecode(rest.pop())
        if argument == "--check-hash-based-pycs":
            del rest[-1:]
            continue
        if not argument.startswith("-") or argument in ("-", "--"):
            return None
        if argument.startswith("--"):
            continue
        for at, letter in enumerate(argument[1:], 2):
            if letter == "c":
                return argument[at:] or (os.fsdecode(rest.pop()) if rest else None)
            if letter == "m":
                return None
            if letter in _VALUED:
                if not argument[at:]:
                    del rest[-1:]
                break
    return None


def _nested(runtime: PythonRuntime, address: int) -> tuple[int, ...]:
    """A code object and those among its constants, and theirs."""
    codes = runtime.codes
    structs = runtime.offsets
    found: dict[int, None] = {}
    pending = [address]
    while pending and len(found) < MAX_CODES:
        at = pending.pop()
        code = codes.get(at) if at not in found else None
        if code is None or code.info.filename != COMMAND:
            continue
        found[at] = None
        try:
            constants = codes.word(code, "co_consts")
            size = runtime.memory.i64(constants + structs["PyVarObject"]["ob_size"])
            items = constants + structs["PyTupleObject"]["ob_item"]
            pending.extend(runtime.memory.u64s(items, max(0, min(size, _MAX_CONSTANTS))))
        except MemoryFault:
            continue
    return tuple(found)
