"""Builds the guarding allocator (guard.c) for a second run, where a C compiler is installed.

Nothing of it is kept: the object lies in a folder of its own that is removed after the run.
"""

from __future__ import annotations

import os
import shutil
import subprocess

from atfault.again.settings import Plan
from atfault.diagnose.second_look import VAGUE
from atfault.model.absent import Absent
from atfault.model.counts import counted
from atfault.model.report import Report

NAME = "atfault-guard.so"
COMPILERS = ("cc", "gcc", "clang")
FLAGS = ("-shared", "-fPIC", "-O1", "-fno-builtin", "-pthread")
SECONDS = 60
SEED = "0"
"""Sets of strings have the same order in each run, and what is asked for has, too."""
GUARD_CAUSES = (*VAGUE, "out-of-bounds", "use-after-unmap")
"""Causes of which guarded blocks may show more."""


def build(folder: str) -> str | Absent:
    """Compile the allocator into `folder`; its path."""
    compiler = next(filter(None, map(shutil.which, COMPILERS)), None)
    if compiler is None:
        return Absent("no C compiler is installed (cc, gcc or clang)")
    source = os.path.join(os.path.dirname(__file__), "guard.c")
    target = os.path.join(folder, NAME)
    command = [compiler, *FLAGS, "-o", target, source]
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        return Absent(f"{compiler} could not be run: {error}")
    if done.returncode:
        first = done.stderr.decode("utf-8", "replace").strip().splitlines()[:1]
        return Absent(f"{compiler} could not compile it: {''.join(first)[:200]}")
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
