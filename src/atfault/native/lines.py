"""Source lines and inlined functions at given addresses, read from DWARF by drgn.

drgn and the libdw below it are C code, the debug files are input: a damaged one must not take the
tool down. So a forked child does the reading (see `confined`). It also costs the parent nothing:
importing drgn (30 ms) and parsing DWARF run on another core while the parent goes on with names and
Python state.

    parent   start ──── names, Python objects … ──── finish ── places by address
               └─ fork ─► child: import drgn, one module a build, look-ups ─► text on a pipe

Which addresses: see `symbolize` (a return address comes here as pc − 1 already).
"""

import functools
import os
from collections.abc import Iterable
from typing import Any, NamedTuple

from atfault import lazy
from atfault.errors import FormatError
from atfault.extras import LINES, how_to_get
from atfault.formats.elf import SHF_COMPRESSED, SHT_NOBITS, ElfFile
from atfault.model import roles
from atfault.model.process import TargetFile
from atfault.native import confined
from atfault.native.confined import send
from atfault.native.cython_lines import CythonLines
from atfault.native.debug_files import open_elf
from atfault.native.demangling.demangle import demangle
from atfault.native.places import Place, format_lines, parse_lines
from atfault.snapshot.target_files import LocalFile, TargetFiles

TIME_LIMIT = 30.0
"""Seconds until the child is given up."""
MEMORY_LIMIT = 6 << 30
MAX_ANSWER = 32 << 20
MAX_INLINE_DEPTH = 256
# Unpacking a large debug file costs 50 ms and more, so it is done for the crashed module alone; and
# not at all for the C library's, where a line like strlen-evex.S:79 helps nobody.
_LARGE_PACKED = 1 << 20
_DEBUG_SECTIONS = (".debug_line", ".debug_info")


class Job(NamedTuple):
    """The addresses to look up in one object. Addresses are ELF addresses of the file."""

    key: int
    """Names the job in the answer."""
    file: TargetFile | None
    """The object as it was loaded; None for an image in memory."""
    debug: LocalFile | None
    """Its separate debug file, where the lines are in that."""
    start: int
    end: int
    bias: int
    addresses: tuple[int, ...]
    image: bytes = b""
    sections: tuple[tuple[str, int], ...] = ()
    """(name, run-time address) of an image's sections."""


def debug_section_size(elf: ElfFile) -> tuple[int, bool]:
    """(bytes of line and type information, whether compressed) of a file; (0, False) for none."""
    size, packed, complete = 0, False, False
    try:
        for section in elf.sections:
            if section.name in _DEBUG_SECTIONS and section.type != SHT_NOBITS:
                size += section.size
                packed = packed or bool(section.flags & SHF_COMPRESSED)
                complete = complete or section.name == ".debug_line"
    except FormatError:
        return 0, False
    return (size, packed) if complete else (0, False)


def is_worth_reading(debug: LocalFile, name: str, is_crash: bool) -> bool:
    """Whether to read lines from the debug file of the object called `name`, which is or is not the
    one that crashed."""
    elf = open_elf(debug)
    if elf is None:
        return False
    size, packed = debug_section_size(elf)
    is_wanted = is_crash and not roles.is_c_library(name)
    return bool(size) and (is_wanted or not packed or size <= _LARGE_PACKED)


class LineReader:
    """A child process that reads the lines for some jobs."""

    def __init__(self, jobs: list[Job], files: TargetFiles) -> None:
        """Starts it. files: the target's, with whose rights it reads.

        Raises OSError when no process can be made.
        """
        work = functools.partial(_read, jobs, files)
        self._child = confined.Child(work, TIME_LIMIT, MEMORY_LIMIT)

    def finish(self) -> tuple[dict[int, dict[int, tuple[Place, ...]]], str]:
        """({job key: {address: places}}, problem): what arrived, and why not all did."""
        return _parse_answer(*self._child.finish(MAX_ANSWER))


def _parse_answer(text: str, problem: str) -> tuple[dict[int, dict[int, tuple[Place, ...]]], str]:
    """The child's text: "job <key>", its lines, …, at last "." or "! reason"."""
    answer: dict[int, dict[int, tuple[Place, ...]]] = {}
    current: list[str] = []
    ended = False
    for line in text.split("\n"):
        if line.startswith("end "):
            try:
                answer[int(line[4:])] = parse_lines(current)
            except (ValueError, IndexError):
                problem = problem or "its answer is damaged"
            current = []
        elif line.startswith("!"):
            problem = problem or line[2:]
        elif line == ".":
            ended = True
        elif line:
            current.append(line)
    if not ended and not problem:
        problem = "the reader of debug information crashed on it"
    return answer, problem


# -- in the child --------------------------------------------------------------------------------


def _read(jobs: list[Job], files: TargetFiles, writer: int) -> None:
    try:
        _answer(jobs, files, writer)
    except Exception as error:
        send(writer, f"! {type(error).__name__}: {error}".replace("\n", " ") + "\n")


def _answer(jobs: list[Job], files: TargetFiles, writer: int) -> None:
    """Once drgn is imported, with the target's rights: a debug file may name others."""
    try:
        drgn = lazy.load("drgn")
    except ImportError as error:
        send(writer, f"! they are left out ({error}): {how_to_get(LINES)}\n.\n")
        return
    cython = CythonLines(files)
    opened = [_opened(job) for job in jobs]
    files.take_on_rights()
    flags = drgn.PlatformFlags.IS_64_BIT | drgn.PlatformFlags.IS_LITTLE_ENDIAN
    program = drgn.Program(drgn.Platform(drgn.Architecture.X86_64, flags))
    for job, fds in zip(jobs, opened):
        try:
            places = _look_up(drgn, program, job, fds, _InCython(job.file, cython))
        except Exception as error:
            what = job.file.path if job.file is not None else "an image in memory"
            why = f"{what}: {type(error).__name__}: {error}".replace("\n", " ")
            send(writer, f"! {why}\n")
            continue
        send(writer, "".join(line + "\n" for line in format_lines(places)) + f"end {job.key}\n")
    send(writer, ".\n")


def _opened(job: Job) -> tuple[int, int]:
    """Descriptors of the object and its debug file; -1 for what it has not, or cannot be opened."""
    fds = []
    for file in (job.file, job.debug):
        try:
            fds.append(file.open() if file is not None else -1)
        except OSError:
            fds.append(-1)
    return fds[0], fds[1]


def _look_up(
    drgn: Any, program: Any, job: Job, fds: tuple[int, int], in_cython: "_InCython"
) -> dict[int, tuple[Place, ...]]:
    if not (_load_image(drgn, program, job) if job.image else _load_file(drgn, program, job, *fds)):
        return {}
    places: dict[int, tuple[Place, ...]] = {}
    for address in job.addresses:
        try:
            found = program.source_location(address + job.bias)
        except LookupError:
            found = ()
        places[address] = _without_mixture(tuple(map(in_cython.place, _places(found))))
    return places


def _without_mixture(places: tuple[Place, ...]) -> tuple[Place, ...]:
    """Leave out the line where it is that of a function which was inlined, and the name is not.

    drgn does not find what was inlined into a function described inside of a namespace, as rustc
    describes all. Of Rust's library, whose sources have a path of their own, that can be told.
    """
    if len(places) == 1 and places[0][1].startswith("/rustc/"):
        return ((places[0][0], "", 0, 0),)
    return places


def _places(found: Iterable[Any]) -> Iterable[Place]:
    for number, place in enumerate(found):
        if number >= MAX_INLINE_DEPTH:
            break
        yield (
            _printable(_function_name(place)),
            _printable(place.filename or ""),
            place.line or 0,
            place.column or 0,
        )


class _InCython:
    """Makes of a function in Cython's C file one of the .pyx file, as far as that can be done."""

    def __init__(self, module: TargetFile | None, lines: CythonLines) -> None:
        self._module = module
        self._lines = lines

    def place(self, place: Place) -> Place:
        function, file, line, column = place
        if not function.startswith("__pyx_"):
            return place
        module = self._module
        found = self._lines.find(function, file, line, module) if module is not None else None
        if found is not None:
            file, line, column = _printable(found[0]), found[1], 0
        return demangle(function), file, line, column


def _function_name(place: Any) -> str:
    try:
        name = place.name()
    except LookupError:
        return ""
    return name if isinstance(name, str) else ""


def _printable(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(char if char.isprintable() else f"\\x{ord(char):02x}" for char in text)


def _load_file(drgn: Any, program: Any, job: Job, fd: int, debug_fd: int) -> bool:
    """fd, debug_fd: of the object and its debug file, or -1. Both become drgn's."""
    if fd < 0 or job.file is None:
        return False
    module = program.extra_module(f"module-{job.key:x}", job.key, create=True)
    module.address_range = (job.start, job.end)
    module.try_file(job.file.path, fd=fd, force=True)
    if debug_fd >= 0 and job.debug is not None and module.wants_debug_file():
        module.try_file(job.debug.path, fd=debug_fd, force=True)
    if module.debug_file_status == drgn.ModuleFileStatus.WANT_SUPPLEMENTARY:
        wanted = module.wanted_supplementary_debug_file()
        owner = job.debug or job.file
        common = owner.beside(wanted.supplementary_path)
        if common is not None:
            module.try_file(common.path, fd=common.open())
    if module.debug_file_status != drgn.ModuleFileStatus.HAVE:
        return False
    if module.debug_file_bias != job.bias:
        raise ValueError(f"it would be read at bias {module.debug_file_bias:#x}, not {job.bias:#x}")
    return True


def _load_image(drgn: Any, program: Any, job: Job) -> bool:
    """An object made by a JIT: an ET_REL file, relocated by drgn to where its sections lie."""
    module = program.relocatable_module(f"jit-{job.key:x}", job.key, create=True)
    module.address_range = (job.start, job.end)
    for name, address in job.sections:
        module.section_addresses[name] = address
    fd = os.memfd_create("atfault-jit")
    with os.fdopen(os.dup(fd), "wb") as file:
        file.write(job.image)
    module.try_file(f"/proc/self/fd/{fd}", force=True)
    return bool(module.debug_file_status == drgn.ModuleFileStatus.HAVE)
