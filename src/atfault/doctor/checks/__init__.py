"""The checks, in the order in which they are shown."""

from __future__ import annotations

from atfault.doctor.check import Check
from atfault.doctor.checks import (
    cores,
    extras,
    gdb,
    memory,
    modules,
    packages,
    runtimes,
    symbols,
    tracing,
)

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
    gdb.gdb_there,
    gdb.gdb_scripts,
    extras.extras,
    memory.shared_memory,
    memory.memory_limit,
    memory.overcommit,
    memory.process_limit,
    memory.map_count,
    packages.python_found,
    packages.requirements,
    packages.cuda_driver,
    runtimes.openmp,
    runtimes.blas,
    modules.native_modules,
)
