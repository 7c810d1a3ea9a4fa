"""Who started the process of a case, and where, in the contract's words."""

from __future__ import annotations

from collections.abc import Callable

from atfault.model.findings import Blame
from atfault.model.report_company import PlaceReport, StartReport
from atfault.model.start import Start


def start_report(start: Start, filled: Callable[[Blame], Blame]) -> StartReport:
    """filled: adds its source line to a place."""
    own, above = start.own, None
    if own is None and start.above is not None:
        own, above = start.above.own, start.above.pid
    line = None
    if own is not None:
        line = filled(Blame(own.file, own.line, own.function, ""))
    places = tuple(PlaceReport(p.file, p.line, p.function, p.mine) for p in start.places)
    return StartReport(
        start.pid, start.kind.name, line, places, role=start.kind.role, above_pid=above
    )
