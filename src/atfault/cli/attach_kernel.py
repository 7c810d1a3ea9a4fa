"""`attach --jupyter`: the kernels that run."""

from __future__ import annotations

import os

from atfault.cli.output import put
from atfault.cli.statuses import NO_STATE, OK
from atfault.jupyter.running import Kernel, kernels
from atfault.report.escape import clean, pad


def list_kernels() -> int:
    """Print them; the exit status."""
    found = kernels()
    if not found:
        put("no kernel of Jupyter's runs here\n")
        return NO_STATE
    rows = [(str(one.pid), _name(one), one.key, one.cwd) for one in found]
    widths = [max(map(len, column)) for column in list(zip(*rows))[:3]]
    for row in rows:
        cells = [pad(clean(cell), width) for cell, width in zip(row, widths)]
        put("  ".join([*cells, clean(row[3])]).rstrip() + "\n")
    return OK


def _name(kernel: Kernel) -> str:
    return os.path.basename(kernel.notebook) or "-"
