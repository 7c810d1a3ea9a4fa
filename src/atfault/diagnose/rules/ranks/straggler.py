"""straggler: a rank of a job is behind the others, as its own counter says."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.hang.ranks import doing, lag_of, lines_of, ranks_of, reasons, upper
from atfault.diagnose.rule import ALIVE, rule
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Finding


@rule("straggler", on=ALIVE, family="hang", leads=True)
def straggler(case: Case) -> Iterator[Finding]:
    """An integer that counts in all ranks (a step, a batch) is smaller in few of them, and the
    others are in communication.

    Ranks that train together do the same steps at the same time. One that is behind has less of a
    processor, more to do, or slower data; or it has left out a collective operation, so that the
    meetings are off by one.

    What to do: look at the named ranks again: a healthy job is seen so at times.
    """
    job = case.job
    if isinstance(job, Absent) or job.missing or job.dead:
        return
    lag = lag_of(job)
    if lag is None or len(job.elsewhere) > len(job.waiting):
        return
    behind = {one.rank for one in lag.behind}
    others = [one for one in job.ranks if one.rank not in behind]
    if any(one.call is None or one.stands is not True for one in others):
        return
    values = sorted({dict(one.counters)[lag.name] for one in lag.behind})
    function, _, name = lag.name.rpartition(" ")
    yield Finding.of(
        f"{ranks_of(lag.behind)} {doing(lag.behind)} at {name} {values[0]}, where {name} is "
        f"{lag.most} in {ranks_of(others)}",
        "possible",
        (f"{name} of {function} is {values[0]} there, and {lag.most} elsewhere", *reasons(job)),
        (f"look again whether {ranks_of(lag.behind)} is still behind",),
        blame=lines_of((lag.behind,)),
        title=f"{upper(ranks_of(lag.behind))} {'is' if len(lag.behind) == 1 else 'are'} behind",
    )
