"""Many short waits that are one: a thread wakes as its time is over, looks, and sleeps again.

    while not lock.acquire(timeout=0.3):     deadlines seen   10.3  10.6  10.9 …
        pass                                 the same frame, the same instruction

Whether it was woken early, as by an item that came, shows in how long it slept: waits that run to
their end fill the time, those that are cut short do not. What the loop does besides, and whether it
ends by itself, tells its source (`loops`).
"""

from collections.abc import Collection, Sequence

from atfault.decode.watch import loops
from atfault.decode.watch.loop_reading import Sources
from atfault.model.kinds import CHANNELS
from atfault.model.roles import is_package
from atfault.model.stacks import PyFrame
from atfault.model.state import Waiting
from atfault.model.waits import Activity, Again, Hold, Place, ThreadActivity, Wait
from atfault.native.timeouts import Timeout

_TURN = 0.005
"""Whoever wants the GIL sleeps so long at a time (sys.setswitchinterval)."""
_CLEAR = 0.08
"""Waits of so many seconds are told apart by their deadlines; shorter ones are counted by the
kernel."""
_SLACK = 1.3
_GIVES_WAY = 2.5
"""How often a turn goes to sleep, by the kernel's count: a lock or a sleep(0) may be in it."""
_SHARE = 0.6
_CLEARLY = 0.25
"""Share of the samples in which a wait must be seen to be longer than a turn."""
AT_ONE_PLACE = 0.9
_FOR_ITSELF = ("event", "condition", "barrier", "time", "unknown", "fd")
"""What one may wait for as one waits for the time, to do something in between."""
_MAX_DEADLINES = 4096


class Naps:
    """The waits with a timeout that a thread was seen in."""

    __slots__ = ("count", "deadlines", "longest", "short")

    def __init__(self) -> None:
        self.count = 0
        self.short = 0
        """Besides these: as short as a turn for the GIL."""
        self.longest = 0.0
        self.deadlines: dict[float, float] = {}
        """Deadline → seconds that were left when it was first seen."""

    def note(self, timeout: Timeout) -> None:
        may_be_turn = timeout.is_lock and timeout.seconds <= _TURN
        if may_be_turn and timeout.deadline not in self.deadlines:
            self.short += 1
            return
        self.count += 1
        self.longest = max(self.longest, timeout.seconds)
        if timeout.deadline is not None and len(self.deadlines) < _MAX_DEADLINES:
            self.deadlines.setdefault(timeout.deadline, timeout.seconds)

    def fill(self, samples: int) -> bool:
        """Whether it was in such a wait for most of the time."""
        if self.count < _CLEARLY * samples:
            return False
        # Who has, time and again, more time before it than a turn takes does not want the GIL.
        return bool(self.count) and self.count + self.short >= _SHARE * samples

    def wakes(self, switches: int, seconds: float, samples: int) -> int | None:
        """How often it slept anew when its time was over; None when it was woken before that, or
        did something else. switches: how often it went to sleep, in so many seconds."""
        if not self.fill(samples):
            return None
        if self.deadlines and self.longest >= _CLEAR:
            spans = [span for _, span in sorted(self.deadlines.items())]
            return len(spans) - 1 if sum(spans[:-1]) <= _SLACK * seconds else None
        if self.longest <= 0 or switches * self.longest > _GIVES_WAY * seconds + self.longest:
            return None
        return min(switches, round(seconds / self.longest))


def again_of(
    sources: Sources,
    inner: Sequence[tuple[PyFrame, Collection[str]]],
    frame: PyFrame,
    line: int,
    base: Again,
    unset: Collection[str] = (),
) -> tuple[Again, frozenset[str]] | None:
    """With what the source tells of the loop that `frame` is in at `line`, and the variables that
    each turn assigns; None for none.

    inner: the frames inside of that, of the program or its packages, with those variables of each
    that are None. unset: those of `frame`.
    """
    function = sources.function(frame.code)
    node = None if function is None else loops.find_loop(function, {line})
    if function is None or node is None:
        return None
    is_module = not isinstance(function, loops.Function)
    turn = loops.turn_of(node, {line}, unset)
    does: tuple[str, ...] | None = turn.does(() if is_module else loops.shared_names(function))
    for one, empty in inner:
        called, at = sources.function(one.code), one.location.line
        if called is None or at is None or does is None:
            does = None
        else:
            does += loops.turn_of(called, {at}, empty).does(loops.shared_names(called))
    code = frame.code
    file, name = frame.location.file, code.qualname or code.name
    head = Place(file, node.lineno, name, mine=not is_package(code.filename))
    again = base._replace(
        loop=head,
        last_line=loops.lines_of(node)[-1],
        does=None if does is None else tuple(dict.fromkeys(does)),
        ends=turn.ends,
        inquires=turn.inquires,
        serves=not loops.has_way_out(node),
        retries=turn.retries,
    )
    return again, turn.passing


def with_again(waiting: Waiting, activity: Activity) -> Waiting:
    """The waits of one moment, joined with what the samples before it saw."""
    seen = {one.tid: one for one in activity.threads if one.again is not None}
    asking = {one.tid: one.awaits for one in activity.threads if one.awaits is not None}
    if asking:
        waits = [
            one._replace(awaits=asking.get(one.tid)) if one.resource.kind == "condition" else one
            for one in waiting.waits
        ]
        waiting = waiting._replace(waits=tuple(waits))
    if not seen:
        return waiting
    asleep = {one.tid for one in waiting.waits}
    between = [one for one in waiting.between if one.tid in seen and one.tid not in asleep]
    waits = [
        _joined(one, seen[one.tid], waiting) if one.tid in seen else one
        for one in (*waiting.waits, *between)
    ]
    return waiting._replace(waits=tuple(waits))


def _joined(wait: Wait, activity: ThreadActivity, waiting: Waiting) -> Wait:
    again = activity.again
    if again is not None and wait.operation == "lock":
        return wait._replace(again=again)  # whether it gives up is known
    if again is None or not wait.timeout or wait.resource.loop is not None:
        return wait
    if wait.resource.kind == "process" and again.interval <= _CLEAR:
        return wait  # how subprocess waits for a child with a timeout: the loop may not have turned
    asked = activity.asked
    if wait.resource.kind == "time" and asked is not None:
        runner = dict(waiting.runners).get(asked.resource.address)
        wait = wait._replace(
            resource=asked.resource,
            target_tid=asked.target_tid or runner,
            target_pid=asked.target_pid,
        )
    held = [hold for hold in waiting.holds if hold.tid == wait.tid and _taken_in(hold, again)]
    is_endless = not held and is_one_wait(wait, again)
    return wait._replace(again=again, timeout=not is_endless, exact=wait.exact and not is_endless)


def is_one_wait(wait: Wait, again: Again) -> bool:
    """Whether the loop only looks, and goes on looking until what it waits for has come."""
    kind = wait.resource.kind
    if again.loop is None:
        return kind in CHANNELS and bool(again.wakes) and not again.in_native
    if again.ends or again.serves:
        return False
    if kind in ("queue", "process", *CHANNELS) and not again.loop.mine:
        # A package's: it looks whether its workers live, or whether it may go on. Between two polls
        # for what only its own threads send it calls what it was given: timers (Twisted's reactor).
        channel = wait.resource.channel
        is_own = kind in CHANNELS and not (channel.peer or channel.listening)
        return not (is_own and wait.is_of_several) or again.does == ()
    if kind == "time" or again.does is None:
        return False  # what it looks at is not known
    if again.retries and (kind != "condition" or again.loop.mine):
        return False  # it waits for a while before it asks once more
    if kind in _FOR_ITSELF:
        return not again.does
    return again.only_tells


def _taken_in(hold: Hold, again: Again) -> bool:
    """Whether it was taken in the loop itself, and so is given back in each turn."""
    place, loop = hold.place, again.loop
    if place is None or loop is None or place.line is None or loop.line is None:
        return False
    return place.file == loop.file and loop.line <= place.line <= again.last_line
