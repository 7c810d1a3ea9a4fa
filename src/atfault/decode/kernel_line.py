"""A line of the kernel's log → the function and the line of source that crashed, where the module
is on this machine.

    segfault at 8 ip 7f1a2b3c1d5e … in libfoo.so[7f1a2b3c1000+1000]

    ip - base            0xd5e bytes into the mapping
    + the file's offset  0x1000: the executable segment whose pages are 0x1000 bytes long
    = 0x1d5e             in the file; from there its ELF address, its symbol, its line

The kernel names the last part of a path alone. A file of that name counts where its executable
segment is as long as the mapping was, and it is the very build that crashed where it has the bytes
that the kernel printed ("Code: …"); where it has others, it is another one.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from atfault.decode.imports.loader import (
    SEARCH_DEPTH,
    SEARCH_ENTRIES,
    files_below,
    shared_files_below,
)
from atfault.decode.imports.surroundings import Surroundings
from atfault.errors import AtfaultError
from atfault.folders import current_folder
from atfault.formats.elf import PF_X, PT_LOAD, ElfFile
from atfault.model.exception import RaisedException, UncaughtException
from atfault.model.given import KernelText, TextFrame
from atfault.model.hand_over import HandOver
from atfault.model.process import Module
from atfault.model.stacks import NativeFrame, NativeStack
from atfault.native.debug_files import open_elf
from atfault.native.symbolize import Symbolizer
from atfault.snapshot.target_files import GivenFiles, LocalFile, TargetFiles

PAGE = 4096
MAX_CANDIDATES = 40
IN_NO_FILE = (
    "the instruction is in no file: the code was made by a compiler at run time (JIT), or a pointer"
    " to code is wrong"
)
NEAR_DEPTH, NEAR_ENTRIES = 6, 20_000
"""How far below the current folder files are looked for."""


class _Match(NamedTuple):
    """A file of the module's name."""

    path: str
    file: LocalFile
    elf: ElfFile
    address: int
    """ELF address of the instruction."""
    is_same: bool


def with_place(line: KernelText) -> KernelText:
    """The line with the function that its instruction is in; or with why that is not known."""
    if line.kind == "oom" or line.ip is None:
        return line
    if not line.module or line.base is None:
        return line._replace(unfound=IN_NO_FILE)
    files = GivenFiles()
    paths = list(dict.fromkeys(map(os.path.realpath, _candidates(line.module))))[:MAX_CANDIDATES]
    if not paths:
        where = "on PATH, in the folders of libraries, in Python's packages or below this folder"
        return line._replace(unfound=f"there is no {line.module} {where}")
    matches = [one for path in paths if (one := _match(path, line, files)) is not None]
    same = [one for one in matches if one.is_same]
    if not matches:
        others = ", ".join(paths[:3])
        return line._replace(unfound=f"what is here is another build of it: {others}")
    if not same and len(matches) > 1:
        others = ", ".join(one.path for one in matches[:4])
        return line._replace(unfound=f"it may be any of {others}")
    best = (same or matches)[0]
    frames = _frames(best, files)
    reason = "" if frames else f"{best.path} has no symbol for that place (it is stripped)"
    return line._replace(file=best.path, is_same=best.is_same, frames=frames, unfound=reason)


# ---- which file it is ---------------------------------------------------------------------------


def _candidates(name: str) -> Iterator[str]:
    """Files of that name where programs and libraries lie."""
    if "/" in name or "\0" in name:
        return
    program = shutil.which(name)
    if program is not None:
        yield program
    python = shutil.which("python") or shutil.which("python3") or ""
    around = _surroundings(python)
    if os.path.basename(around.home.executable) == name:
        yield around.home.executable
    if ".so" in name and (found := around.loader.find(name)):
        yield found
    prefix = around.home.prefix
    places = (*around.packages, os.path.join(prefix, "lib") if prefix else "")
    below = shared_files_below(places, depth=SEARCH_DEPTH, limit=SEARCH_ENTRIES)
    yield from (path for path in below if os.path.basename(path) == name)
    yield from _near(current_folder(), name)


def _surroundings(python: str) -> Surroundings:
    nothing = UncaughtException("text", (RaisedException("ImportError", ""),))
    path = os.environ.get("LD_LIBRARY_PATH", "")
    search = tuple(os.environ.get("PYTHONPATH", "").split(os.pathsep))
    handed = HandOver(nothing, executable=python, library_path=path, search_path=search)
    return Surroundings(handed, "")


def _near(folder: str, name: str) -> Iterator[str]:
    """Files of that name in a folder and below it."""

    def is_one(entry: os.DirEntry[str]) -> bool:
        return entry.name == name and entry.is_file()

    return files_below((folder,), is_one, depth=NEAR_DEPTH, limit=NEAR_ENTRIES)


def _match(path: str, line: KernelText, files: TargetFiles) -> _Match | None:
    """The file as the one that crashed; None where it cannot be that."""
    file = files.find(path)[0]
    elf = None if file is None else open_elf(file)
    if file is None or elf is None:
        return None
    try:
        places = list(_places(elf, line))
        for offset, fits in places:
            address = elf.vaddr(offset)
            if address is None:
                continue
            is_same = _has_code(elf, offset, line) if line.code else False
            if is_same or (fits and not line.code):
                return _Match(path, file, elf, address, is_same)
    except (AtfaultError, ValueError):
        pass
    return None


def _places(elf: ElfFile, line: KernelText) -> Iterator[tuple[int, bool]]:
    """(offset of the instruction in the file, whether the segment is as long as the mapping was)
    for each segment that the mapping may be of."""
    assert line.ip is not None and line.base is not None
    inside = line.ip - line.base
    for segment in elf.segments:
        if segment.type != PT_LOAD or not segment.flags & PF_X:
            continue
        start = segment.offset // PAGE * PAGE
        size = -(-(segment.offset + segment.filesz) // PAGE) * PAGE - start
        if line.offset is not None and line.offset != start + inside:
            continue
        if inside < size:
            yield start + inside, size == line.size


def _has_code(elf: ElfFile, offset: int, line: KernelText) -> bool:
    start = offset - line.code_at
    return start >= 0 and bytes(elf.data[start : start + len(line.code)]) == line.code


# ---- what is there ------------------------------------------------------------------------------


class _OneFile:
    """What `Symbolizer` asks a snapshot for, where there is no process."""

    def __init__(self, files: TargetFiles) -> None:
        self.files = files
        self.warnings: list[str] = []


def _frames(found: _Match, files: TargetFiles) -> tuple[TextFrame, ...]:
    """The function at the place, those inlined there first; () where there is no symbol."""
    loaded = [one for one in found.elf.segments if one.type == PT_LOAD]
    start = min(one.vaddr for one in loaded)
    end = max(one.vaddr + one.memsz for one in loaded)
    module = Module(found.path, found.file, found.elf.build_id(), 0, start, end)
    frame = NativeFrame(found.address, 0, 0, "cfi", module=module)
    stack = NativeStack((frame,))
    try:
        made = Symbolizer([stack], _OneFile(files), lines=True).finish()[0]  # type: ignore[arg-type]
    except AtfaultError:
        return ()
    return _as_text(made.frames)


def _as_text(frames: Sequence[NativeFrame]) -> tuple[TextFrame, ...]:
    return tuple(
        TextFrame(
            one.name or one.symbol,
            "" if one.location is None else one.location.file,
            None if one.location is None else one.location.line,
        )
        for one in frames
        if one.name or one.symbol
    )
