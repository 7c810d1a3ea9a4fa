"""Explains one core, as a user without rights: `python -m atfault.handler.worker PROBLEM CORE
[ROOT]`.

PROBLEM: why the core is not whole, or "". CORE and ROOT are numbers of open files: the core, and
the folder that the process saw as "/". The report goes to standard output, encoded; what failed, in
one line, to standard error.
"""

from __future__ import annotations

import ctypes
import os
import sys
from collections.abc import Sequence

from atfault.analyze.process import analyze, analyze_plainly
from atfault.contained import TimeIsUp
from atfault.cpu_deadline import limit_parts
from atfault.errors import AtfaultError
from atfault.model.report import Report
from atfault.options import Options
from atfault.report.escape import clean
from atfault.report.json import dump_lines
from atfault.snapshot.core import open_core

SECONDS, PLAIN_SECONDS = 20.0, 10.0
"""Of CPU time, then for a second look without files, values and other threads."""
FAILED, NO_PYTHON = 1, 3
"""Exit statuses."""
_PR_SET_DUMPABLE = 4


def main(argv: Sequence[str]) -> int:
    """Its exit status."""
    ctypes.CDLL(None).prctl(_PR_SET_DUMPABLE, 0, 0, 0, 0)  # no other process of that user looks in
    problem, core, *root = argv
    options = Options(sysroot=f"/proc/self/fd/{int(root[0])}" if root else None)
    try:
        report = _report(f"/proc/self/fd/{int(core)}", options)
    except AtfaultError as error:
        sys.stderr.write(clean(str(error)) + "\n")
        return FAILED
    if report.process.python is None:
        return NO_PYTHON
    if report.environment is not None:  # the core is of this machine
        report = report._replace(environment=report.environment._replace(host=os.uname().nodename))
    if problem:
        report = report._replace(warnings=(f"not all was kept: {problem}", *report.warnings))
    for line in dump_lines(report):
        sys.stdout.buffer.write(line.encode())
    sys.stdout.buffer.flush()
    return 0


def _report(core: str, options: Options) -> Report:
    with open_core(core, sysroot=options.sysroot) as snapshot:
        try:
            limit_parts(SECONDS)
            return analyze(snapshot, options, taken=os.stat(core).st_mtime)
        except TimeIsUp as error:
            why = str(error)
        limit_parts(PLAIN_SECONDS)
        return analyze_plainly(snapshot, options, why=why)


if __name__ == "__main__":
    os._exit(main(sys.argv[1:]))
