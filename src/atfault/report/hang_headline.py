"""The first line of a report on a process that hangs, or seems to.

"Deadlock between 2 threads: nothing will move again"
"Busy, not stuck: the loop at poll.py:7 goes on"
"Not stuck: the main thread waits for a while at app.py:5 in main"
"Waiting for a reply: socket to 127.0.0.1:5432"
"""

from __future__ import annotations

from atfault.model.findings import Blame, Finding
from atfault.model.report import Report, ThreadReport, WaitNode
from atfault.model.waits import BUSY
from atfault.report.activity import activity_of
from atfault.report.escape import clean, crop
from atfault.report.names import is_called

HANG_CAUSES = {
    "deadlock": "",
    "self-deadlock": "",
    "gil-deadlock": "",
    "import-deadlock": "",
    "fork-held-lock": "Stuck since the fork: a lock was copied while somebody held it",
    "pool-starvation": "Stuck: every worker of the pool waits for work that only the pool can do",
    "waits-for-nobody": "Stuck: {who} waits for what nobody can bring any more",
    "worker-died": "Stuck: {who} waits for a worker that has died",
    "pipe-full": "Stuck: a pipe is full, and nobody reads from it",
    "busy-loop": "Busy, not stuck: the loop{at} goes on and on",
    "slow-not-stuck": "Busy, not stuck: it moves on{at}",
    "stuck-native-call": "Stuck in native code: {who} does not come back from a call{at}",
    "event-loop-blocked": "The event loop is blocked{at}",
    "waiting-external": "Waiting for {what}",
}
"""Cause → the line, where it does not depend on more than the blamed thread."""
DOUBTS = {"likely": "Probably ", "possible": "Perhaps "}
SEEN = ("busy-loop", "slow-not-stuck", "waiting-external")
"""What was watched needs no such word; the finding itself says what is doubtful."""
MAX_NAME = 60
MUST_END = ("deadlock", "gil-deadlock", "import-deadlock", "self-deadlock")


def hang_headline(report: Report) -> str:
    """For a report whose first finding's cause is one of HANG_CAUSES."""
    best = report.diagnosis[0]
    if best.cause in MUST_END:
        return _doubtful(best, _deadlock(report, best))
    form = HANG_CAUSES[best.cause]
    if best.cause == "slow-not-stuck" and not _is_at_work(report, best):
        form = "Not stuck: {who} waits for a while{at}"
    elif best.cause == "slow-not-stuck" and _sleeps(report, best):
        form = "Not stuck: it moves on{at}"
    if best.cause == "busy-loop" and _sleeps(report, best):
        form = "Not getting on: the loop{at} asks again and again, and gets the same answer"
    text = form.format(who=_who(report, best), what=_wanted(report, best), at=_at(best))
    return _doubtful(best, text)


def _doubtful(finding: Finding, text: str) -> str:
    doubt = DOUBTS.get(finding.confidence, "") if finding.cause not in SEEN else ""
    if doubt and text.startswith("Deadlock"):
        doubt += "a "
    return doubt + text[0].lower() + text[1:] if doubt else text


def _deadlock(report: Report, best: Finding) -> str:
    tasks = _tasks(report, best)
    if best.cause == "self-deadlock" and tasks:
        name = crop(clean(tasks[0].name), MAX_NAME)
        return f'Deadlock: task "{name}" waits for itself and will never go on'
    if tasks:
        outlook = "they will never go on" if best.confidence == "certain" else "they do not go on"
        return f"Deadlock between {len(tasks)} tasks: {outlook}"
    if best.cause == "self-deadlock":
        return f"Deadlock: {_who(report, best)} waits for itself and will never go on"
    members = _members(report, best)
    count = len(members) or len({blame.thread for blame in best.blame})
    if best.cause == "gil-deadlock":
        return f"Deadlock over the GIL{_between(count)}: nothing will move again"
    if best.cause == "import-deadlock":
        return f"Deadlock between imports{_of(count)}: they will never end"
    pids = {node.pid for node in members}
    places = _between(count)
    if len(pids) > 1:
        places += f" of {len(pids)} processes"
    return f"Deadlock{places}: {_outlook(report, members)}"


def _between(count: int) -> str:
    return f" between {count} threads" if count > 1 else ""


def _of(count: int) -> str:
    return f" of {count} threads" if count > 1 else ""


def _outlook(report: Report, members: list[WaitNode]) -> str:
    """A wait with a timeout ends by itself, so the deadlock may come apart."""
    keys = {node.key for node in members}
    edges = report.waits.edges if report.waits is not None else ()
    waits = [edge for edge in edges if edge.source in keys and edge.kind == "waits-for"]
    if any(edge.timeout is True for edge in waits):
        return "nothing moves until a wait times out"
    alive = [t for t in report.threads if t.state == "running" or t.holds_gil]
    busy = any(f"thread:{thread.tid}" not in keys for thread in alive)
    return "they will never go on" if busy else "nothing will move again"


def _members(report: Report, best: Finding) -> list[WaitNode]:
    """The threads of the cycle that the finding is about."""
    if report.waits is None:
        return []
    nodes = {node.key: node for node in report.waits.nodes}
    named = {blame.thread for blame in best.blame}
    for cycle in report.waits.cycles:
        threads = [nodes[key] for key in cycle if key in nodes and nodes[key].kind == "thread"]
        if any(node.name in named or str(node.tid) in named for node in threads):
            return threads
    return []


def _tasks(report: Report, best: Finding) -> list[WaitNode]:
    """The tasks of asyncio whose cycle the finding is about; [] for threads."""
    if report.waits is None:
        return []
    nodes = {node.key: node for node in report.waits.nodes}
    lines = {(blame.file, blame.line) for blame in best.blame}
    for cycle in report.waits.cycles:
        tasks = {key: nodes[key] for key in cycle if key in nodes and nodes[key].kind == "task"}
        places = [
            edge.place
            for edge in report.waits.edges
            if edge.source in tasks and edge.kind == "waits-for" and edge.place is not None
        ]
        if tasks and all((place.file, place.line) in lines for place in places):
            return list(tasks.values())
    return []


def _who(report: Report, best: Finding) -> str:
    name = best.blame[0].thread if best.blame else ""
    elsewhere = _other_process(report, best)
    if elsewhere:
        who = (
            "the main thread" if name == "MainThread" else f'thread "{crop(clean(name), MAX_NAME)}"'
        )
        return f"{who} of process {elsewhere}"
    thread = _blamed(report, best)
    if thread is None:
        return f'thread "{crop(clean(name), MAX_NAME)}"' if name else "the process"
    if thread.tid == report.process.pid:
        return "the main thread"
    return f'thread "{crop(clean(thread.name), MAX_NAME)}"' if thread.name else f"thread {name}"


def _other_process(report: Report, best: Finding) -> int:
    """The process of the blamed thread, where that is another than the report's; else 0."""
    if report.waits is None or not best.blame:
        return 0
    blame = best.blame[0]
    nodes = {node.key: node for node in report.waits.nodes}
    pids = {
        nodes[edge.source].pid
        for edge in report.waits.edges
        if edge.place is not None
        and (edge.place.file, edge.place.line) == (blame.file, blame.line)
        and edge.source in nodes
        and nodes[edge.source].name == blame.thread
    }
    if pids:
        return 0 if report.process.pid in pids else min(pid or 0 for pid in pids)
    if _is_inside(report, blame):
        return 0
    found = [one.process.pid or 0 for one in report.children if _is_inside(one, blame)]
    return found[0] if found else 0


def _is_inside(report: Report, blame: Blame) -> bool:
    """Whether a thread of that name has the line on its stack."""
    return any(
        is_called(thread, (blame.thread,), report.process.pid)
        and any((frame.file, frame.line) == (blame.file, blame.line) for frame in thread.frames)
        for thread in report.threads
    )


def _blamed(report: Report, best: Finding) -> ThreadReport | None:
    name = best.blame[0].thread if best.blame else ""
    for thread in report.threads:
        if name and is_called(thread, (name,), report.process.pid):
            return thread
    return None


def _is_at_work(report: Report, best: Finding) -> bool:
    """Whether the blamed thread was seen to work, or nothing is known of it."""
    thread = _blamed(report, best)
    if thread is None or report.activity is None:
        return True
    activity = activity_of(report, thread)
    return activity is None or activity.moved or activity.cpu_seconds > 0.01 * activity.wall_seconds


def _sleeps(report: Report, best: Finding) -> bool:
    """Whether the blamed thread was seen to use next to no processor time."""
    thread = _blamed(report, best)
    activity = activity_of(report, thread) if thread is not None else None
    return activity is not None and activity.cpu_seconds < BUSY * activity.wall_seconds


def _wanted(report: Report, best: Finding) -> str:
    """What the blamed thread waits for, in the graph's words; of a server and an event loop in the
    finding's, which know what would come."""
    if report.threads and all(thread.state == "stopped" for thread in report.threads):
        return "SIGCONT: the process is stopped"
    who, _, what = best.summary.partition('" waits for ')
    if what.startswith("somebody to ") or (what and who.startswith("the event loop of ")):
        return crop(clean(what), 2 * MAX_NAME)
    thread = _blamed(report, best)
    if thread is not None and thread.waits_for is not None:
        parts = [thread.waits_for.get("name"), thread.waits_for.get("detail")]
        known = [crop(clean(part), MAX_NAME) for part in parts if isinstance(part, str) and part]
        if known:
            return ", ".join(known).replace("the system call ", "the end of the system call ", 1)
    return "something outside of the process"


def _at(best: Finding) -> str:
    """ " at poll.py:7 in wait_ready"; "" without a line."""
    if not best.blame or best.blame[0].line is None:
        return ""
    blame = best.blame[0]
    inside = f" in {crop(clean(blame.function), MAX_NAME)}" if blame.function else ""
    return f" at {crop(clean(blame.file.rsplit('/', 1)[-1]), MAX_NAME)}:{blame.line}{inside}"
