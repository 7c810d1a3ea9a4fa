"""One watched thread: which frames stay on its stack, and which of their variables change.

    sample     main        wait_for     poll
       1       step = 7    now = 3.1    there
       2       step = 8    now = 3.2    not there
       3       step = 9    now = 3.4    there
               a Spot      a Spot       has been left
    told:      "step 7 → 9 (app.py:30)"; the loop is in wait_for, the innermost of the user's

`activity` takes the samples and notes them here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from atfault.cpython.frames.walker import RawFrame
from atfault.decode.watch.counters import shown
from atfault.decode.watch.hidden import unseen
from atfault.decode.watch.loop_reading import Sources
from atfault.decode.watch.loop_watch import LoopWatch
from atfault.decode.watch.nearing import Nearing
from atfault.decode.watch.polls import AT_ONE_PLACE, Naps, again_of
from atfault.decode.watch.recurrence import Recurrence
from atfault.model.roles import is_package
from atfault.model.stacks import PyFrame
from atfault.model.state import GilState
from atfault.model.values import shortened
from atfault.model.waits import Again, Asked, GilHeld, LoopCondition, Place, ThreadActivity
from atfault.native.timeouts import Timeout

TIMES_LEFT = 3
MAX_TORN = 5
MAX_TEXT = 60
MAX_LISTED = 8
SEVERAL = 4
_BACK_WITHIN = 16
"""Samples."""
_ENOUGH_READINGS = 10
_ENOUGH_TO_STAY = 3
"""Readings that tell that a variable did not change: of one, none has."""


def wakes_up(voluntary_switches: int) -> bool:
    """Whether a thread that gave up the processor so often slept more than once: it goes round in a
    loop, though it was never seen outside of the one call in which it sleeps."""
    return voluntary_switches >= SEVERAL


class Spot:
    """A frame that has been on a thread's stack in every sample since it was first seen."""

    def __init__(self) -> None:
        self.samples = 0
        self.seen = 0
        """In which sample of the thread it was there last."""
        self.is_compared = False
        self.is_mine = False
        self.where: PyFrame | None = None
        self.lines: dict[int, int] = {}
        """Line → in how many detailed samples."""
        self.naps: dict[int, int] = {}
        """Instruction → in how many samples the thread slept there for a time."""
        self.first: dict[str, str] = {}
        self.last: dict[str, str] = {}
        self.changed: set[str] = set()
        self.held = Recurrence()
        self.inner = Recurrence()
        """The same of a package's frame, whose values are no progress of the program's."""
        self.values: dict[str, str] = {}
        """Of such a frame."""
        self.turns = 0
        """How often it was seen further up in its source than before."""
        self.iterators = Nearing()
        """How many items those on its stack have left, by their addresses."""
        self.unending = ""
        """Why an iterator does not end of which its call takes all."""
        self.unsteady = 0
        """How often a reading differed from the one before."""
        self.watch: LoopWatch | None = None
        """Of the loop that it is in, once it was seen to move."""
        self._unset: frozenset[str] | None = None
        self.bound: tuple[bool, ...] = ()
        """Which of its variables were set, in the order of the slots."""

    @property
    def line(self) -> int | None:
        """Where it was seen most often."""
        return max(self.lines, key=self.lines.__getitem__, default=None)

    @property
    def may_poll(self) -> bool:
        """Whether it is the program's or a package's: the standard library's loops are known."""
        return self.is_mine or (self.where is not None and is_package(self.where.code.filename))

    @property
    def unset(self) -> frozenset[str]:
        """Which of its variables were None each time."""
        return self._unset or frozenset()

    def note_line(self, line: int, before: int) -> None:
        """Where a detailed sample met it. before: where the last one did, 0 for none."""
        self.lines[line] = self.lines.get(line, 0) + 1
        self.turns += line < before

    def note_inner(self, values: dict[str, str]) -> None:
        """The variables of a package's frame."""
        self.values |= values
        for name, text in values.items():
            self.inner.note(name, text)

    def note_unset(self, names: Iterable[str]) -> None:
        self._unset = frozenset(names).intersection(*([] if self._unset is None else [self._unset]))

    def sleeps_at_one_place(self) -> bool:
        return max(self.naps.values(), default=0) >= AT_ONE_PLACE * sum(self.naps.values())


class GilWatch:
    """Who had the GIL in each of the last samples."""

    def __init__(self) -> None:
        self._held: GilHeld | None = None
        self._since = 0.0

    def note(self, gil: GilState, now: float) -> None:
        """now: seconds of a clock that only goes on."""
        tid = gil.holder_tid if gil.known and gil.locked else None
        if tid is None:
            self._held = None
        elif self._held is None or self._held.tid != tid:
            self._held, self._since = GilHeld(tid, 0.0, 1), now
        else:
            self._held = GilHeld(tid, now - self._since, self._held.samples + 1)

    def told(self) -> GilHeld | None:
        return self._held


class Watched:
    """One thread."""

    __slots__ = (
        *("base", "files", "known", "left", "moved", "naps", "position", "readings", "samples"),
        *("selects", "shown", "spots", "torn", "unseen"),
    )

    def __init__(self) -> None:
        self.samples = 0
        self.selects = False
        """Whether it was seen in select() of selectors."""
        self.naps = Naps()
        self.base = 0
        """Address of its outermost frame."""
        self.torn = 0
        """How many samples in a row had another one."""
        self.position: tuple[tuple[int, int], ...] | None = None
        self.moved = False
        self.spots: dict[tuple[int, int], Spot] = {}
        """(address, code) of a frame, the outermost first."""
        self.known: dict[tuple[int, int], Spot] = {}
        """All that were seen up to now."""
        self.left: dict[tuple[int, int], int] = {}
        """How often it was found that a frame had been left."""
        self.readings = 0
        """How often its variables were read."""
        self.files: set[str] = set()
        """Of the user's code that it was seen in."""
        self.shown: set[str] = set()
        """Names of its variables, and of the attributes that their texts show."""
        self.unseen: set[tuple[str, str]] = set()
        """Names and types of objects that its variables hold, and that show nothing."""

    def is_torn(self, outermost: RawFrame) -> bool:
        """Whether a sample lost the outer frames: a generator that is about to give way has no link
        to its caller any more. A thread whose first frame really is another one keeps it."""
        if self.base in (0, outermost.address):
            self.base, self.torn = outermost.address, 0
            return False
        self.torn += 1
        if self.torn <= MAX_TORN:
            return True
        self.base, self.torn = outermost.address, 0
        return False

    def _goes_round(self, spot: Spot) -> bool:
        """Whether the end of its loop does not come nearer, all that the thread's variables hold
        comes back to what it was, and there is nothing else that the loop goes by."""
        watch = spot.watch
        if watch is None or not watch.stands_still or self.readings < _ENOUGH_READINGS:
            return False
        every = [one.held for one in self.known.values()]
        if not all(one.comes_back() for one in every):
            counters = watch.counters(self.files, self.shown)
            if not counters or not all(one.comes_back(counters) for one in every):
                return False
        return not watch.rests_on_unseen(self.files, self.unseen)

    @property
    def is_undecided(self) -> bool:
        """Whether it moves in a loop that was not looked at often enough to tell whether it goes
        round."""
        loops = [one.watch for one in self.known.values() if one.watch is not None and one.is_mine]
        is_seldom = self.readings < _ENOUGH_READINGS
        return self.moved and any(
            one.is_seldom if not one.stands_still else is_seldom for one in loops
        )

    def read(self, found: Iterable[tuple[Spot, dict[str, str]]]) -> None:
        """Note the variables of frames."""
        self.readings += 1
        for spot, values in found:
            compare(spot, values)
            for name, text in values.items():
                spot.held.note(name, text)
                self.shown.update((name, *shown(text)))
                self.unseen.update(unseen(name, text))

    def sleeps(self, frames: Sequence[RawFrame], timeout: Timeout) -> None:
        """It sleeps for a time."""
        self.naps.note(timeout)
        for frame in frames:
            spot = self.spots.get((frame.address, frame.code))
            if spot is not None:
                spot.naps[frame.instruction] = spot.naps.get(frame.instruction, 0) + 1

    @property
    def left_calls(self) -> int:
        """How often it was found that one of its frames had been left, of the one of which that is
        so most often."""
        return max(self.left.values(), default=0)

    def staying(self) -> list[Spot]:
        """The frames that were never left, the outermost first."""
        return [
            spot
            for key, spot in self.spots.items()
            if not self.has_left(key) and 2 * spot.samples >= self.samples
        ]

    def is_staying(self, frame: PyFrame) -> bool:
        """Whether a frame is one of these, as far as was seen."""
        key = frame.address, frame.code.address
        return key in self.spots and self.samples > 2 and self.was_never_left(key)

    def was_never_left(self, key: tuple[int, int]) -> bool:
        """Whether one of the frames on the stack was there in most samples, and not called anew."""
        return not self.left.get(key) and 2 * self.spots[key].samples >= self.samples

    def polls(
        self, base: ThreadActivity, samples: int, sources: Sources
    ) -> tuple[Again | None, Asked | None]:
        """How it wakes again and again, and what it asks; None when it does not, or did anything
        else."""
        wakes = self.naps.wakes(base.voluntary_switches, base.wall_seconds, samples)
        if wakes is None:
            return self._inside_native_code(base, samples), None
        again = Again(wakes, base.wall_seconds)
        found = self.polling(sources, again)
        if found is None:
            if wakes and self._is_native(sources):
                return again, None
            return self._inside_native_code(base, samples), None
        spot, again, _ = found
        if not spot.sleeps_at_one_place():
            return None, None
        if again.ends and spot.watch is not None and spot.watch.goes_on():
            again = again._replace(ends=False)
        condition = spot.watch.told() if spot.watch is not None else None
        if spot.is_mine and condition is not None and condition.is_fixed:  # all is at hand
            again = again._replace(inquires=False)
        return again, spot.watch.asked() if spot.watch is not None else None

    def _inside_native_code(self, base: ThreadActivity, samples: int) -> Again | None:
        """How native code wakes again and again that Python's innermost frame, of the program or of
        a package, has called."""
        if self.moved or not wakes_up(base.voluntary_switches) or not self.naps.fill(samples):
            return None
        innermost = self.staying()[-1:]
        for spot in innermost:
            where = spot.where
            if where is not None and self.position is not None and len(spot.naps) == 1:
                is_last = self.position[-1][1] in spot.naps
                if is_last and (spot.is_mine or is_package(where.code.filename)):
                    return Again(base.voluntary_switches, base.wall_seconds, in_native=True)
        return None

    def polling(self, sources: Sources, base: Again) -> tuple[Spot, Again, frozenset[str]] | None:
        """The innermost loop of the program or of a package that it stays in, and the variables
        that each turn assigns; None where none is known."""
        inner: list[tuple[PyFrame, frozenset[str]]] = []
        for spot in reversed(self.staying()):
            if spot.where is None or not spot.may_poll:
                continue
            if spot.line is not None:
                found = again_of(sources, inner, spot.where, spot.line, base, spot.unset)
                if found is not None:
                    return (spot, *found)
            inner.append((spot.where, spot.unset))
        return None

    def loop(self) -> LoopWatch | None:
        """Of the innermost of the user's frames that stay; None where that was not watched."""
        spot = self.looping()
        return None if spot is None else spot.watch

    def looping(self) -> Spot | None:
        """The innermost of the user's frames that stay. Where few samples were taken, a function
        that is called over and over seems to stay as well: a loop that has no end lies outside.
        That of a generator stays by coming back."""
        mine = [spot for spot in reversed(self.staying()) if spot.is_mine]
        handing = [
            one
            for one in self.known.values()
            if one.is_mine
            and one.watch
            and one.watch.hands_on
            and self.samples - one.seen <= _BACK_WITHIN
        ]
        loops = (*handing, *mine)
        found = [one for one in loops if one.watch is not None and one.watch.is_endless]
        found = found or [one for one in loops if self._goes_round(one)]
        return next(iter(found or mine), None)

    def endless(self) -> Spot | None:
        """The innermost of the user's frames that stay, where nothing can end the loop that it is
        in, and that does no work: whatever it counts is no progress."""
        spot = self.looping()
        condition = None if spot is None else self.condition_of(spot)
        return spot if condition is not None and condition.is_futile else None

    def condition_of(self, spot: Spot) -> LoopCondition | None:
        """Of the loop that a frame is in."""
        return None if spot.watch is None else spot.watch.told(goes_round=self._goes_round(spot))

    def _is_native(self, sources: Sources) -> bool:
        """Whether native code goes round: the thread stays in one call of a Python function, and
        neither that nor what called it has a loop around it."""
        staying = self.staying()
        innermost = staying[-1] if staying else None
        return (
            innermost is not None
            and innermost.may_poll
            and innermost.sleeps_at_one_place()
            and not self.moved
            and all(
                spot.where is not None and sources.function(spot.where.code) is not None
                for spot in staying
            )
        )

    def has_left(self, key: tuple[int, int]) -> bool:
        """More often than a sample that caught a thread in between two states would explain."""
        return self.left.get(key, 0) >= max(TIMES_LEFT, self.samples // 1000)


def compare(spot: Spot, values: dict[str, str]) -> None:
    """Note which variables have changed. What can be read at one time and not at another has
    changed, too."""
    last = spot.last if spot.is_compared else values
    differing = {one for one in values.keys() | last.keys() if values.get(one) != last.get(one)}
    spot.is_compared = True
    spot.changed |= differing
    spot.unsteady += bool(differing)
    spot.first = {**values, **spot.first}
    spot.last |= values


def told(base: ThreadActivity, watched: Watched, samples: int, sources: Sources) -> ThreadActivity:
    """The activity of a thread that runs Python. samples: how often the kernel was asked."""
    staying = watched.staying()
    again, asked = watched.polls(base, samples, sources)
    changed = []
    # Others change what its variables refer to, too.
    for spot in staying if base.stirred and (again is None or not again.only_looks) else ():
        changed += [_change(spot, name) for name in sorted(spot.changed)]
    loop = condition = None
    has_loop = True
    fixed: tuple[str, ...] = ()
    if watched.moved or changed or wakes_up(base.voluntary_switches):
        around = watched.looping()
        if around is not None:
            loop = place_of(around)
            condition = watched.condition_of(around)
            has_loop = around.watch is None or around.watch.has_loop
            fixed = tuple(
                [
                    f"{name} = {text}"
                    for name, text in around.last.items()
                    if name not in around.changed
                    and len(text) <= MAX_TEXT
                    and around.held.readings >= _ENOUGH_TO_STAY
                ]
            )[:MAX_LISTED]
    return base._replace(
        moved=watched.moved or bool(changed),
        changed=tuple(changed[:MAX_LISTED]),
        loop=loop,
        fixed=fixed,
        condition=condition,
        has_loop=has_loop,
        again=again,
        asked=asked,
    )


def _change(spot: Spot, name: str) -> str:
    place = place_of(spot)
    where = ""
    if place is not None and place.line is not None:
        where = f" ({place.file.rsplit('/', 1)[-1]}:{place.line})"
    first, last = spot.first.get(name), spot.last.get(name)
    if first is None or last is None or first == last:
        return f"{name} changes{where}"
    return f"{name} {shortened(first, MAX_TEXT)} → {shortened(last, MAX_TEXT)}{where}"


def place_of(spot: Spot) -> Place | None:
    """Where the frame was seen most often."""
    if spot.where is None:
        return None
    code, file = spot.where.code, spot.where.location.file
    return Place(file, spot.line, code.qualname or code.name, mine=spot.is_mine)
