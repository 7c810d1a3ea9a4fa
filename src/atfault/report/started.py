"""Who started the process that died, in words: for the text report and the HTML page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from atfault.model.report import Report
from atfault.report.escape import clean, crop
from atfault.report.places import Places

if TYPE_CHECKING:
    from atfault.model.report_company import ConsequenceReport, PlaceReport, RankReport, StartReport

MAX_PIDS = 8
MAX_CONSEQUENCES = 6
MAX_MESSAGE = 160
CONSEQUENCES = {
    "ProcessPoolExecutor worker": "the executor is broken by that: all its futures raise "
    "BrokenProcessPool",
    "torch DataLoader worker": "the DataLoader raises RuntimeError when it learns of that",
    "joblib worker": "joblib raises TerminatedWorkerError for that",
    "multiprocessing.Pool worker": "the pool starts another worker, but the job that this one had "
    "is lost: whoever waits for its result waits for ever",
    "pytest-xdist worker": "pytest counts its test as failed, and starts another worker",
    "gunicorn worker": "gunicorn starts another worker; the request that this one had is lost",
}
"""What becomes of whoever started it, by what it was started as."""


def article(noun: str) -> str:
    """ "a torch DataLoader worker", "an asyncio subprocess"."""
    return f"{'an' if noun[:1].lower() in 'aeio' else 'a'} {noun}"


def start_words(start: StartReport) -> str:
    """ "A torch DataLoader worker, started by process 4711 at" (a place follows)."""
    what = clean(start.how)
    if what in ("", "os.fork"):
        subject = "Started"
    elif start.role in ("part", "command"):
        subject = f"Started through {what}"
    else:
        subject = article(what)
        subject = subject[0].upper() + subject[1:] + ", started"
    above = "" if start.above_pid is None else f", which process {start.above_pid} had started"
    return f"{subject} by process {start.pid}{above}"


def later_words(report: Report, start: StartReport, places: Places) -> list[str]:
    """What the process that started it did meanwhile, and which others died alike: clauses."""
    words = []
    if start.line is None and start.places:
        words.append("no line of yours was on the stack that started it")
    now = next((place for place in start.at_death if place.mine), None)
    if now is not None and not _is_line_of(now, start):
        where = places.line(now.file, now.line)
        words.append(f"process {start.pid} was then at {where}, in {clean(now.function)}")
    if start.how in CONSEQUENCES:
        words.append(CONSEQUENCES[start.how])
    if start.outcome:
        words.append(f"process {start.pid} {clean(start.outcome)}")
    return words


def program_words(report: Report) -> str:
    """ "the program, process 4711, ended with exit status 1", where no other words say so."""
    program, start = report.program, report.started
    if program is None or (start is not None and start.outcome and start.pid == program.pid):
        return ""
    return f"the program, process {program.pid}, ended with exit status {program.exit_code}"


def alike_words(report: Report) -> str:
    """ "3 more processes died in the same way: 4712, 4713 and 4714"; "" for none."""
    pids = [str(pid) for pid in report.alike]
    if not pids:
        return ""
    noun = "process" if len(pids) == 1 else "processes"
    shown = pids[:MAX_PIDS]
    more = f" and {len(pids) - MAX_PIDS} more" if len(pids) > MAX_PIDS else ""
    return f"{len(pids)} more {noun} died in the same way: {', '.join(shown)}{more}"


def rank_words(rank: RankReport) -> str:
    """ "rank 1 of 0 to 7"."""
    last = (rank.world_size or 1) - 1
    return f"rank {rank.rank} of 0 to {last}" if last else f"rank {rank.rank}"


def consequence_words(report: Report) -> list[str]:
    """What failed in other processes because of this: a clause each."""
    told = [_consequence(one) for one in report.consequences]
    more = len(told) - MAX_CONSEQUENCES
    return told[:MAX_CONSEQUENCES] + ([f"and {more} more"] if more > 0 else [])


def _consequence(one: ConsequenceReport) -> str:
    who = "a process" if one.pid is None else f"process {one.pid}"
    if one.rank is not None:
        who = f"rank {one.rank.rank} ({who})"
    elif one.kind == "launcher":
        who += ", which had started it"
    error = clean(one.error).rpartition(".")[2]
    message = crop(clean(one.message), MAX_MESSAGE)
    after = "" if one.seconds is None or one.seconds < 0.1 else f", {one.seconds:.1f} s later"
    return f"{who}{after}: {error}{': ' if message else ''}{message}"


def _is_line_of(place: PlaceReport, start: StartReport) -> bool:
    line = start.line
    return line is not None and (place.file, place.line) == (line.file, line.line)
