"""Waiting until a program makes no progress any more: the program with all that it has started.

A parent that waits for a child makes none, and still is not stuck while the child works. Looks are
four in the time that was given, and as many must have seen no change: the time alone tells nothing
where the machine lets neither the program nor us run. The children are looked at only while nothing
else moves, so that a program that is busy pays for one process.
"""

import time
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


class _Member(NamedTuple):
    target: Target
    watcher: Watcher
    image: dict[int, int]
    """Its auxiliary vector, which an exec replaces."""


def wait_for_hang(target: Target, options: Options, seconds: float, has_told: bool) -> Activity:
    """Sample until nothing has changed for so many seconds, and looks; what was seen of the program
    itself.

    has_told: it had not changed before, either: begin when it has.
    Raises AccessError when the process is gone, or has become another program.
    """
    watcher = Watcher(target, options)
    image = procfs.auxv(target.pid)
    family = _Members(target, options)
    signature: tuple[object, ...] = ()
    since, unchanged = time.monotonic(), 0
    first = True
    try:
        while True:
            time.sleep(seconds / _LOOKS)
            if target.is_gone() or procfs.auxv(target.pid) != image:
                raise AccessError(f"process {target.pid} is another program now")
            watcher.sample(detailed=True)
            now = (watcher.signature(), family.started())
            unchanged += 1
            if now != signature:
                has_told = has_told and first
                signature, since, unchanged, first = now, time.monotonic(), 0, False
                family.forget()
                if target.refresh() or has_new_threads(target, watcher):
                    watcher = Watcher(target, options)
            elif family.have_moved():
                has_told, since, unchanged = False, time.monotonic(), 0
            elif (
                unchanged >= _LOOKS and time.monotonic() - since >= seconds * 0.99 and not has_told
            ):
                return watcher.activity()
    finally:
        family.forget()


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
