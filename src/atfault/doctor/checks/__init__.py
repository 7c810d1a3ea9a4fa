"""The checks, in the order in which they are shown.

Runs the checks.
"""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor

from atfault.contained import contained
from atfault.doctor.check import Check
from atfault.doctor.checks import cores, memory, modules, packages, symbols, tracing
from atfault.doctor.subject import Subject
from atfault.model.doctor import CheckReport, DoctorReport, Verdict
from atfault.model.report import now
from atfault.version import __version__

CHECKS: tuple[Check, ...] = (
    tracing.platform,
    cores.core_pattern,
    cores.core_name,
    cores.core_size,
    cores.core_filter,
    cores.core_folder,
    cores.core_disk,
    cores.dumpable,
    cores.core_whole,
    tracing.tracing_works,
    tracing.ptrace_scope,
    tracing.ptrace_capability,
    tracing.other_tracer,
    tracing.seccomp,
    tracing.namespaces,
    symbols.replaced_files,
    symbols.line_tables,
    symbols.debuginfod,
    symbols.gdb_there,
    symbols.gdb_scripts,
    packages.extras,
    memory.shared_memory,
    memory.memory_limit,
    memory.overcommit,
    memory.process_limit,
    memory.map_count,
    packages.python_found,
    packages.requirements,
    packages.cuda_driver,
    packages.openmp,
    packages.blas,
    modules.native_modules,
)
MAX_VERDICTS = 60
"""Of one check."""
WORKERS = 4
FORKING = ("native-modules", "tracing")
"""They fork, which is done before there are threads."""


def examine(subject: Subject) -> DoctorReport:
    """What all checks that are about such a subject say. A check that fails says so."""
    chosen = [one for one in CHECKS if subject.kind in one.about]
    early = {one.id: _verdicts(one, subject) for one in chosen if one.id in FORKING}
    with ThreadPoolExecutor(WORKERS) as pool:
        later: dict[str, Future[list[Verdict]]] = {
            one.id: pool.submit(_verdicts, one, subject) for one in chosen if one.id not in early
        }
        found = [
            CheckReport(one.id, one.title, one.group, verdict)
            for one in chosen
            for verdict in (early[one.id] if one.id in early else later[one.id].result())
        ]
    return DoctorReport(
        created=now(),
        atfault=__version__,
        subject=subject.words,
        python=subject.home.executable,
        checks=tuple(found),
    )


def _verdicts(one: Check, subject: Subject) -> list[Verdict]:
    told: list[str] = []
    with contained("the check", told):
        return list(_bounded(one(subject.machine, subject)))
    return [Verdict("unknown", text) for text in told]


def _bounded(verdicts: Iterator[Verdict]) -> Iterator[Verdict]:
    for number, verdict in enumerate(verdicts):
        if number >= MAX_VERDICTS:
            break
        yield verdict
