"""Source text that is in no file: the target itself has it.

IPython, Jupyter, code generators   linecache.cache, where they leave the text for tracebacks:
                                    file name → (size, time or None, list of lines, full name)
python -c                           the command line; its code is the outermost of the main
                                    thread and what is nested in it, told from all else that is
                                    called "<string>" by the addresses of the code objects
"""

from __future__ import annotations

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
COMMAND_TEXT = "atfault.decode.command_text:text_of_command"
"""Loaded for programs of `-c`."""
MAX_TEXTS = 64
MAX_LINES = 5000
"""Lines of one text."""
MAX_LINE = 4000
MAX_FRAMES = 2000
_MAX_MODULES = 20_000
_MAX_CACHED = 50_000
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
        texts += lazy.load(COMMAND_TEXT)(runtime, threads, process)
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
