"""Which tighter settings a second run gets, going by what the first one died of.

    PYTHONMALLOC=debug         Python's own blocks get a fence of 0xfd on both sides, checked when
                               they are freed or resized; freed ones are filled with 0xdd
    MALLOC_CHECK_=3            the C library checks a byte behind each block, at free and realloc;
                               glibc 2.34 moved this into libc_malloc_debug.so.0, to be preloaded
    MALLOC_PERTURB_=165        the C library fills freed and fresh blocks with 0xa5 and 0x5a
    glibc.malloc.tcache_count  0: no cache of freed blocks, so they are checked at once
    NUMBA_BOUNDSCHECK=1        compiled code checks each index; NUMBA_CACHE_DIR is a fresh folder,
                               as the usual one may hold code compiled without the checks

PYTHONDEVMODE would add nothing to PYTHONMALLOC=debug for memory, but warnings and a faulthandler of
its own, so it is set only where the C API was misused.

The guarding allocator (guard.c) is built where a C compiler is installed; the object
lies in a folder of its own that is removed after the run.
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from typing import NamedTuple

from atfault.diagnose.second_look import VAGUE
from atfault.model.absent import Absent
from atfault.model.counts import counted
from atfault.model.report import Report

DIRECT = {
    "illegal-instruction": "the instruction that failed is the first wrong step",
    "integer-division-by-zero": "the division that failed is the first wrong step",
    "stack-overflow": "the call that used up the stack is known",
    "uncaught-cpp-exception": "who threw is known",
    "file-truncated": "no setting brings the file's content back",
    "shared-memory-full": "no setting makes the shared memory larger",
    "out-of-memory": "stricter checks need more memory, not less",
    "killed": "it did not die by itself",
    "worker-died": "the call that ended it is known",
}
"""Causes of which a second look shows no more than the first."""
C_API = ("gil-not-held", "python-fatal-error", "crash-at-exit", "refcount-corruption")
MALLOC_DEBUG = "libc_malloc_debug.so.0"
LIBRARY_FOLDERS = (
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib/aarch64-linux-gnu",
    "/usr/lib/aarch64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/usr/lib",
    "/lib",
)
PERTURB = "165"
TUNABLE = "glibc.malloc.tcache_count=0"
GUARD_FILE = "atfault-guard.so"
COMPILERS = ("cc", "gcc", "clang")
COMPILE_FLAGS = ("-shared", "-fPIC", "-O1", "-fno-builtin", "-pthread")
COMPILE_SECONDS = 60
SEED = "0"
"""Sets of strings have the same order in each run, and what is asked for has, too."""
GUARD_CAUSES = (*VAGUE, "out-of-bounds", "use-after-unmap")
"""Causes of which guarded blocks may show more."""


class Plan(NamedTuple):
    """How one more run is made."""

    name: str
    """"checks", "guard", "allocation" (where a guarded block is asked for) or "launches"."""
    variables: tuple[tuple[str, str], ...]
    """Environment variables to set; LD_PRELOAD and GLIBC_TUNABLES are joined to what is there."""
    words: str
    """The settings that say something to a user: "PYTHONMALLOC=debug and MALLOC_CHECK_=3"."""
    notes: tuple[str, ...] = ()
    """What could not be set, and why."""
    guard: str = ""
    """How torch is to be guarded; "" for as the command line says."""
    numba: str = ""
    """What the probe is to do where Numba is used."""


def no_second_look(first: Report) -> str:
    """Why a second run is of no use; "" when it may be."""
    if first.kind == "killed":
        return DIRECT["killed"]
    return DIRECT.get(first.diagnosis[0].cause, "")


def checks(
    first: Report, numba_cache: str, find_library: Callable[[str], str] | None = None
) -> Plan:
    """The settings that check more, and leave memory where it is.

    numba_cache: an empty folder for the time of the run.
    find_library(name) gives the path of a shared library, "" when it is not installed.
    """
    python = first.process.python is not None
    causes = {finding.cause for finding in first.diagnosis}
    variables: list[tuple[str, str]] = []
    words: list[str] = []
    notes: list[str] = []
    if python:
        variables.append(("PYTHONMALLOC", "debug"))
        words.append("PYTHONMALLOC=debug")
        if causes & set(C_API):
            variables.append(("PYTHONDEVMODE", "1"))
            words.append("PYTHONDEVMODE=1")
    if uses_musl(first):
        notes.append("the malloc of musl has no checks that could be turned on")
    else:
        added, named, missing = _checks_of_glibc(find_library or find_in_system)
        variables += added
        words += named
        notes += missing
    if python:
        variables += [
            ("NUMBA_BOUNDSCHECK", "1"),
            ("NUMBA_CACHE_DIR", numba_cache),
        ]
        if uses_numba(first):
            words.insert(0, "NUMBA_BOUNDSCHECK=1")
        else:
            words.append("NUMBA_BOUNDSCHECK=1")
    numba = "report bounds" if python else ""
    told = _joined(words) or "no other settings"
    return Plan("checks", tuple(variables), told, tuple(notes), numba=numba)


def _checks_of_glibc(
    find_library: Callable[[str], str],
) -> tuple[list[tuple[str, str]], list[str], list[str]]:
    """(variables, words, notes) of a Plan."""
    variables = [("MALLOC_CHECK_", "3"), ("MALLOC_PERTURB_", PERTURB), ("GLIBC_TUNABLES", TUNABLE)]
    words = [f"MALLOC_PERTURB_={PERTURB}"]
    if find_library(MALLOC_DEBUG):
        variables.append(("LD_PRELOAD", MALLOC_DEBUG))
    elif not _is_old_glibc():
        missing = f"{MALLOC_DEBUG} is not installed, so the C library's own checks stay off"
        return variables, words, [missing]
    return variables, ["MALLOC_CHECK_=3", *words], []


def uses_musl(report: Report) -> bool:
    environment = report.environment
    return environment is not None and environment.libc.startswith("musl")


def uses_numba(report: Report) -> bool:
    """Whether code that Numba compiled, or Numba itself, is on a stack of the report."""
    for thread in report.threads:
        for frame in thread.frames:
            if frame.kind == "jit" or "/numba/" in (frame.file or frame.module or ""):
                return True
    return False


def environment(entries: tuple[bytes, ...], plan: Plan) -> tuple[bytes, ...]:
    """NAME=value entries with the plan's variables set."""
    wanted = {os.fsencode(name): os.fsencode(value) for name, value in plan.variables}
    separators = {b"LD_PRELOAD": b" ", b"GLIBC_TUNABLES": b":"}
    kept = []
    for entry in entries:
        name, _, value = entry.partition(b"=")
        if name in separators and name in wanted and value:
            wanted[name] += separators[name] + value
        if name not in wanted:
            kept.append(entry)
    return (*kept, *(name + b"=" + value for name, value in wanted.items()))


def find_in_system(name: str) -> str:
    """The path of a shared library in the usual folders; "" when it is not there."""
    for folder in LIBRARY_FOLDERS:
        path = os.path.join(folder, name)
        if os.path.exists(path):
            return path
    return ""


def _is_old_glibc() -> bool:
    """glibc before 2.34, whose malloc checks by itself."""
    try:
        name, _, version = (os.confstr("CS_GNU_LIBC_VERSION") or "").partition(" ")
        major, minor = version.split(".")[:2]
        return name == "glibc" and (int(major), int(minor)) < (2, 34)
    except (ValueError, OSError):
        return False


def _joined(words: list[str]) -> str:
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def build(folder: str, first: Report) -> str | Absent:
    """Compile the allocator into `folder`, for the program of that report; its path."""
    if uses_musl(first):
        return Absent(
            "musl exports no __libc_malloc, which the others would come from; Python's debug "
            "allocator has checked its own blocks"
        )
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return Absent("no C compiler is installed (cc, gcc or clang)")
    source = os.path.join(os.path.dirname(__file__), "guard.c")
    target = os.path.join(folder, GUARD_FILE)
    command = [compiler, *COMPILE_FLAGS, "-o", target, source]
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=COMPILE_SECONDS,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Absent(f"{compiler} could not be run: {error}")
    if done.returncode:
        lines = done.stderr.decode("utf-8", "replace").strip().splitlines()[:1]
        return Absent(f"{compiler} could not compile it: {''.join(lines)[:200]}")
    return target


def stopping(plan: Plan, block: tuple[int, ...]) -> Plan:
    """The settings of `plan`, to stop where `block` (`Finding.block`) is asked for."""
    variables = dict((*plan.variables, _stop(*block)))
    words = "a stop where that block is asked for"
    return plan._replace(name="allocation", variables=tuple(variables.items()), words=words)


def _stop(request: int, size: int) -> tuple[str, str]:
    """As long in each run, as the program's copy of its environment is memory, too."""
    return "ATFAULT_GUARD_STOP", f"{request:020}:{size:020}"


def aligned(plan: Plan) -> Plan:
    """The settings of `plan`, with all blocks aligned as the C library's are."""
    return plan._replace(variables=tuple(dict((*plan.variables, _alignment(16))).items()))


def _alignment(bytes_: int) -> tuple[str, str]:
    return "ATFAULT_GUARD_ALIGN", f"{bytes_:02}"


def worth_guarding(report: Report) -> bool:
    return any(finding.cause in GUARD_CAUSES for finding in report.diagnosis[:1])


def guarding(library: str, size: int | None = None) -> Plan:
    """The settings that put blocks under guard: all that the limits allow, or those of one size,
    Python's small objects included."""
    variables = [("LD_PRELOAD", library), ("PYTHONHASHSEED", SEED)]
    variables += [_stop(0, 0), _alignment(8)]
    if size is None:
        return Plan("guard", tuple(variables), "a guard page behind each block from malloc")
    variables += [("ATFAULT_GUARD", f"{size}:{size}"), ("PYTHONMALLOC", "malloc")]
    words = f"a guard page behind each block of {counted(size, 'byte')}"
    return Plan("guard", tuple(variables), words)
