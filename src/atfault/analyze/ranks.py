"""The pipeline for what ranks of a job have left: files → ranks → diagnosis → report."""

from __future__ import annotations

from collections.abc import Sequence

from atfault.errors import NoProcessState
from atfault.model.report import Report
from atfault.options import Options


def analyze_ranks(paths: Sequence[str], options: Options) -> Report:
    """Explain the job whose ranks have left files at `paths`; of several jobs, the others are its
    children. Raises NoProcessState where no rank is in them."""
    raise NoProcessState(f"{', '.join(paths)[:200]}: no rank of a job is in it")
