"""busy-loop: a loop in Python that runs and runs, and changes nothing."""

from __future__ import annotations

from atfault.diagnose.hang_words import distinct, own_lines
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.stuck import hang_of
from atfault.diagnose.watched import activity_of, cpu_share, is_busy, native_part
from atfault.diagnose.words import listed
from atfault.model.findings import Advice, Blame, Evidence, Finding

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from atfault.diagnose.stuck import Party
    from atfault.model.state import ProcessState
    from atfault.model.waits import ThreadActivity

SHOWN = 6


@rule("busy-loop", needs=(Need.ACTIVITY,))
def busy_loop(state: ProcessState) -> Iterator[Finding]:
    """A loop runs without end: it uses the processor, and nothing that it looks at changes.

    Samples over a time compare, frame by frame, where the thread is and what its variables hold.
    When it computes all the time, stays in one function, and none of the variables there changes,
    the loop's condition cannot change either, unless through something outside: an attribute or a
    global that another thread sets. What changed and what did not is listed, since whether a
    change is progress only its author knows.

    What to do: look at the condition of the loop and ask what would make it false. To wait for
    another thread, use an Event or a Condition rather than asking again and again.
    """
    hang = hang_of(state)
    for party in hang.in_order():
        activity = activity_of(party)
        if activity is None or party.waits or not is_busy(party):
            continue
        if not activity.moved and native_part(party):
            continue
        if activity.changed or not own_lines(party) or _runs_event_loop(party):
            continue
        yield _finding(party, activity)
        return


def _runs_event_loop(party: Party) -> bool:
    """Whether it runs callbacks in turn, each of which leaves its frame behind."""
    return any(frame.code.name == "_run_once" for frame in party.python)


def _finding(party: Party, activity: ThreadActivity) -> Finding:
    loop = activity.loop
    lines = own_lines(party)
    where = ""
    if loop is not None:
        lines = [Blame(loop.file, loop.line, loop.function, party.name), *lines]
    if lines:
        where = f" in {lines[0].function} ({lines[0].file.rsplit('/', 1)[-1]}:{lines[0].line})"
    share = f"{cpu_share(activity):.0%} of a processor"
    evidence = [
        f"it used {share} over {activity.wall_seconds:.1f} s and stayed{where}",
        "none of the variables there changed"
        + (f": {listed(activity.fixed[:SHOWN])}" if activity.fixed else ""),
    ]
    return Finding(
        cause="busy-loop",
        summary=f"{party.label} runs in a loop{where} that changes nothing",
        confidence="possible" if lines[0].function == "<module>" else "likely",
        blame=distinct(lines),
        evidence=tuple(map(Evidence, evidence)),
        advice=(
            Advice("ask what would make the loop's condition false, and who does that"),
            Advice("to wait for another thread, use threading.Event or Condition"),
        ),
    )
