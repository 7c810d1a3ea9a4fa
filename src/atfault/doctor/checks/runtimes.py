"""Libraries of which a process should have one copy: OpenMP runtimes, BLAS."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

from atfault.decode.imports.loader import SEARCH_DEPTH, SEARCH_ENTRIES, shared_files_below
from atfault.doctor.check import check, verdict
from atfault.doctor.machine import Machine
from atfault.doctor.subject import Subject
from atfault.model import roles
from atfault.model.doctor import Verdict

QUARREL = {"Intel", "LLVM"}
"""Of these the second ends the process: "OMP: Error #15"."""
MAX_SHOWN = 6
_GROUP = "runtimes"


def _files(subject: Subject, maker_of: Callable[[str], str]) -> dict[str, list[str]]:
    """Maker → the files of it that a process has in memory, or that the packages bring."""
    if subject.kind in ("process", "core"):
        paths = [module.path for module in subject.loaded.modules]
    else:
        folders = subject.home.packages
        paths = list(shared_files_below(folders, depth=SEARCH_DEPTH, limit=SEARCH_ENTRIES))
    found: dict[str, list[str]] = {}
    for path in paths:
        maker = maker_of(os.path.basename(path))
        if maker and not os.path.islink(path):
            found.setdefault(maker, []).append(path)
    return found


@check("openmp", "one OpenMP runtime", _GROUP, about=("machine", "process", "core"))
def openmp(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Two kinds of OpenMP runtimes in one process."""
    found = _files(subject, roles.openmp_maker)
    files = [path for paths in found.values() for path in paths]
    looked = ", ".join(files[:MAX_SHOWN]) or "no OpenMP runtime"
    in_memory = subject.kind in ("process", "core")
    if len(QUARREL & found.keys()) > 1 or (in_memory and len(found.get("Intel", ())) > 1):
        yield verdict(
            "problem" if in_memory else "note",
            f"{' and '.join(sorted(found))} OpenMP "
            + ("are in one process" if in_memory else "end a process that loads both (Error #15)"),
            looked,
            "install the packages that bring them from one place, all from PyPI or all from conda",
        )
    elif len(found) > 1 and in_memory:
        yield verdict(
            "note",
            f"{' and '.join(sorted(found))} OpenMP are in one process: their threads compete, and "
            "a fork under one of them may hang",
            looked,
            "let each have few threads",
            "export OMP_NUM_THREADS=1",
        )
    else:
        yield verdict("ok", "no two kinds of OpenMP meet", looked)


@check("blas", "one BLAS", _GROUP, about=("process", "core"))
def blas(machine: Machine, subject: Subject) -> Iterator[Verdict]:
    """Several copies of BLAS, each with a pool of threads of its own."""
    found = _files(subject, roles.blas_maker)
    files = [path for paths in found.values() for path in paths]
    looked = ", ".join(files[:MAX_SHOWN]) or "no BLAS"
    if len(files) > 1:
        yield verdict(
            "note",
            f"{len(files)} copies of BLAS are in the process, each with threads of its own",
            looked,
            "limit them all",
            "export OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1",
        )
    else:
        yield verdict("ok", "no two copies of BLAS meet", looked)
