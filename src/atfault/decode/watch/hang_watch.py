"""Waiting until a program makes no progress any more: the program with all that it has started.

A parent that waits for a child makes none, and still is not stuck while the child works. Looks are
four in the time that was given, and as many must have seen no change: the time alone tells nothing
where the machine lets neither the program nor us run. The children are looked at only while nothing
else moves, so that a program that is busy pays for one process.

    main        waits, waits, waits, waits      a thread of the user's that stands still
    heartbeat   sleeps, prints, sleeps, prints  something moves, so the program as a whole does

A heartbeat keeps nobody from hanging. Where a thread that runs the user's code has stood still for
as long, or has gone round in a loop whose exits look at the same all the while, the program is
looked into, and what is found counts where that is a fault. As healthy programs have such threads,
too, the next look of that kind is taken after twice the time.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from atfault.decode.watch.activity import Watcher, has_new_threads
from atfault.errors import AccessError, AtfaultError
from atfault.model.waits import Activity
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.family import descendants
from atfault.snapshot.target import Target

MAX_MEMBERS = 64
"""Descendants that are watched; of more, that they are there."""
_LOOKS = 4
_CLOSELY = 5.0
"""Seconds between two looks, at most, in which what stands still is watched closely, by a watcher
of its own: what was seen of it before may be of the time before it came to stand still."""
_AT_LEAST = 3.0
"""Seconds in which a thread that stands still, beside others that do not, is watched closely."""


class _Member(NamedTuple):
    target: Target
    watcher: Watcher
    image: dict[int, int]
    """Its auxiliary vector, which an exec replaces."""


def wait_for_hang(
    target: Target,
    options: Options,
    seconds: float,
    has_told: bool,
    is_fault: Callable[[Activity], bool | None] = lambda activity: False,
) -> Activity:
    """Sample until nothing has changed for so many seconds, and looks, or a thread stands still and
    what was seen of that `is_fault`; what was seen of the program itself, last.

    has_told: it had not changed before, either: begin when it has. is_fault: None where more looks
    have to tell, of which the next comes as soon as this one did.
    Raises AccessError when the process is gone, or has become another program.
    """
    watcher = Watcher(target, options)
    closely: Watcher | None = None
    image = procfs.auxv(target.pid)
    family = _Members(target, options)
    standing = _Standing(seconds)
    signature: tuple[object, ...] = ()
    since, unchanged = time.monotonic(), 0
    first = True
    try:
        while True:
            _pass(seconds / _LOOKS, closely)
            if target.is_gone() or procfs.auxv(target.pid) != image:
                raise AccessError(f"process {target.pid} is another program now")
            watcher.sample(detailed=True)
            now = (watcher.signature(), family.started())
            unchanged += 1
            if now != signature:
                has_told = has_told and first
                signature, since, unchanged = now, time.monotonic(), 0
                first, closely = False, None
                family.forget()
                if target.refresh() or has_new_threads(target, watcher):
                    watcher = Watcher(target, options)
            elif family.have_moved():
                has_told, since, unchanged = False, time.monotonic(), 0
                closely = None
            elif closely is None and not has_told:
                closely = Watcher(target, options)
            elif (
                closely is not None
                and unchanged >= _LOOKS
                and time.monotonic() - since >= seconds * 0.99
            ):
                return closely.activity()
            standing.note(watcher)
            if closely is None and standing.is_due():
                seen = Watcher(target, options)
                _pass(max(seconds / _LOOKS, _AT_LEAST), seen)
                activity = seen.activity()
                found = is_fault(activity)
                if found:
                    return activity
                standing.asked(is_open=found is None)
    finally:
        family.forget()


def _pass(seconds: float, closely: Watcher | None) -> None:
    """Let so many seconds pass, and have a watcher look all the while, or in the last of them."""
    end = seconds if closely is None else max(seconds - _CLOSELY, 0.0)
    time.sleep(end)
    if closely is not None:
        closely.run(seconds - end)


class _Standing:
    """The threads that run the user's code, and have not moved for some time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._patience = seconds
        """Until those that stand still are looked at once more."""
        self._parts: dict[int, tuple[object, float, int]] = {}
        """Thread → what it is seen by, since when, and in how many looks more."""
        self._loops: set[int] = set()
        """Threads that were seen to poll: what the variables of their frames refer to, their tasks
        change, of which some may go on while the one stands still with which the loop ends. And
        those that run in a loop whose end does not come nearer: what else they hold was read while
        they ran, and a look that stops them tells whether that goes round."""
        self._asked: frozenset[tuple[int, object]] = frozenset()
        self._at = 0.0
        """When they were looked at."""

    def note(self, watcher: Watcher) -> None:
        """What a look has seen."""
        now, own, before = time.monotonic(), watcher.in_own_code(), self._parts
        self._parts = {}
        self._loops |= watcher.polling() | watcher.turning()
        for tid, frames in watcher.parts().items():
            part: object = frames
            if tid in self._loops:
                part = tuple([one[0] for one in frames])
            known, since, looks = before.get(tid, (None, now, 0))
            if tid in own:
                is_same = known == part
                self._parts[tid] = (part, since, looks + 1) if is_same else (part, now, 0)

    def _still(self) -> frozenset[tuple[int, object]]:
        now = time.monotonic()
        return frozenset(
            [
                (tid, part)
                for tid, (part, since, looks) in self._parts.items()
                if looks >= _LOOKS and now - since >= self._seconds * 0.99
            ]
        )

    def is_due(self) -> bool:
        """Whether a look into the program may tell more than the last."""
        still, passed = self._still(), time.monotonic() - self._at
        is_new = not still <= self._asked
        return bool(still) and passed >= (self._seconds if is_new else self._patience)

    def asked(self, *, is_open: bool = False) -> None:
        """They have been looked at. is_open: and are to be soon again."""
        self._asked, self._at = self._still(), time.monotonic()
        self._patience *= 1 if is_open else 2


class _Members:
    """The descendants of a process."""

    def __init__(self, target: Target, options: Options) -> None:
        self._target = target
        self._options = options
        self._members: dict[tuple[int, int], _Member] = {}
        self._signatures: dict[tuple[int, int], object] = {}
        self._listed: tuple[tuple[int, int], ...] = ()

    def started(self) -> tuple[tuple[int, int], ...]:
        """(pid, start time) of all that live."""
        found = [(pid, procfs.stat(pid)) for pid in descendants(self._target.pid)]
        self._listed = tuple(
            [(pid, stat.start_time) for pid, stat in found if stat is not None and not stat.is_over]
        )
        return self._listed

    def forget(self) -> None:
        """Begin anew with the next look."""
        for member in self._members.values():
            member.target.close()
        self._members.clear()
        self._signatures.clear()

    def have_moved(self) -> bool:
        """Whether any has made progress since the last look, or is looked at for the first time."""
        signatures = {key: self._look(key) for key in self._listed[:MAX_MEMBERS]}
        moved = signatures != self._signatures
        self._signatures = signatures
        return moved

    def _look(self, key: tuple[int, int]) -> object:
        pid = key[0]
        try:
            member = self._members.get(key)
            if member is not None and (
                procfs.auxv(pid) != member.image or has_new_threads(member.target, member.watcher)
            ):
                member.target.close()
                member = None
            if member is None:
                target = Target(pid, self._target.access)
                member = _Member(target, Watcher(target, self._options), procfs.auxv(pid))
                self._members[key] = member
            member.watcher.sample(detailed=True)
            # Its number tells a watcher that begins to count anew from the one before.
            return (id(member.watcher), member.watcher.signature())
        except AtfaultError as error:
            return str(error)
