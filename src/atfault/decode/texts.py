"""Source text that is in no file: the target itself has it.

IPython, Jupyter, code generators   linecache.cache, where they leave the text for tracebacks:
                                    file name → (size, time or None, list of lines, full name)
python -c                           the command line; its code is the outermost of the main
                                    thread and what is nested in it, told from all else that is
                                    called "<string>" by the addresses of the code objects
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from atfault import lazy
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.values.dicts import find_key, find_keys
from atfault.cpython.values.object_reader import ObjectReader
from atfault.cpython.values.strings import read_text
from atfault.cpython.values.type_objects import BrokenObject
from atfault.errors import MemoryFault
from atfault.model.process import ProcessInfo
from atfault.model.stacks import ThreadState
from atfault.model.state import KnownText
from atfault.snapshot.target_files import TargetFiles

COMMAND = "<string>"
MAX_TEXTS = 64
MAX_LINES = 5000
"""Lines of one text."""
MAX_LINE = 4000
MAX_FRAMES = 2000
MAX_CODES = 2000
_MAX_CONSTANTS = 4096
_MAX_MODULES = 20_000
_MAX_CACHED = 50_000
_VALUED = ("W", "X")
"""Options of the interpreter that take a value."""
_DAMAGE = (MemoryFault, BrokenObject, ValueError, IndexError, OverflowError)


def known_texts(
    runtime: PythonRuntime,
    threads: Iterable[ThreadState],
    process: ProcessInfo,
    files: TargetFiles,
) -> tuple[KnownText, ...]:
    """The texts of code on the stacks that no file holds. Never raises for damaged memory."""
    wanted: dict[str, str] = {}
    cells: dict[str, list[str]] = {}
    for exact, shown in runtime.codes.cells.items():
        cells.setdefault(shown, []).append(exact)
    for thread in threads:
        for frame in thread.stack.frames[:MAX_FRAMES]:
            if frame.python is not None:
                code = frame.python.code
                wanted.setdefault(code.filename, code.exact_filename or code.filename)
            elif frame.native is not None and frame.native.location is not None:
                for exact in cells.get(frame.native.location.file, ()):
                    wanted.setdefault(frame.native.location.file, exact)
    texts = []
    if COMMAND in wanted:
        texts += _text_of_command(runtime, threads, process)
    if runtime.memory.without_text:
        return tuple(texts)
    missing = {
        exact: shown
        for shown, exact in wanted.items()
        if shown != COMMAND
        and len(cells.get(shown, ())) < 2  # else two have run under one number
        and not _is_on_disk(exact, files)
    }
    return (*texts, *_cached(runtime, missing))


def _is_on_disk(name: str, files: TargetFiles) -> bool:
    if name.startswith("<"):
        return name.startswith("<frozen ")
    return files.find(name)[0] is not None


# ---- linecache ----------------------------------------------------------------------------------


def _cached(runtime: PythonRuntime, missing: dict[str, str]) -> list[KnownText]:
    """What linecache.cache holds of the files; missing: exact name → name as it is shown."""
    if not missing:
        return []
    reader = ObjectReader(runtime)
    texts = []
    for interpreter in runtime.interpreters:
        try:
            found = _entries(reader, interpreter.modules, missing)
        except _DAMAGE:
            continue
        for name, entry in list(found.items())[:MAX_TEXTS]:
            lines = _lines(reader, entry)
            if lines:
                texts.append(KnownText(missing[name], lines))
    return texts


def _entries(reader: ObjectReader, modules: int, names: dict[str, str]) -> dict[str, int]:
    memory, structs = reader.memory, reader.structs
    module = find_key(memory, structs, modules, "linecache", _MAX_MODULES) if modules else 0
    if not module:
        return {}
    namespace = memory.u64(module + structs["PyModuleObject"]["md_dict"])
    cache = find_key(memory, structs, namespace, "cache")
    return find_keys(memory, structs, cache, names, _MAX_CACHED) if cache else {}


def _lines(reader: ObjectReader, entry: int) -> tuple[str, ...]:
    """The lines of one entry; () where it is damaged, or holds a function that would make them."""
    fields = reader.items(entry, 4) if reader.is_a(entry, "tuple") else []
    if len(fields) < 4:
        return ()
    lines = []
    for line in reader.items(fields[2], MAX_LINES):
        if not reader.is_a(line, "str"):
            return ()
        try:
            text = read_text(reader.memory, reader.structs, line, MAX_LINE)[0]
        except _DAMAGE:
            return ()
        lines.append(text.rstrip("\r\n"))
    return tuple(lines)


# ---- python -c ---------------------------------------------------------------------------------


def _text_of_command(
    runtime: PythonRuntime, threads: Iterable[ThreadState], process: ProcessInfo
) -> list[KnownText]:
    """Of the code objects that were made of it; [] where the main thread does not run them."""
    text = command_text(process.arguments)
    if text is None:
        return []
    if runtime.version[1] >= 14:
        text = lazy.load("textwrap").dedent(text)
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
