"""The tests run in a child of this process, and where that is lost, the others in another one. With
xdist the child has its workers run them (`workers`), and is watched for crashes of its own. What a
lost process needs is loaded when there is one.

PYTEST_DONT_REWRITE
"""

from __future__ import annotations

import contextlib
import os
import select
import shutil
import signal
import socket
import sys
import tempfile
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from _pytest import timing

from atfault import lazy
from atfault.held import end_with, hold_at_crash, let_go, pair, standing
from atfault.pytest_plugin.journal import Journal

if TYPE_CHECKING:
    from atfault.looking import Look, Unseen
    from atfault.pytest_plugin.children import Children
    from atfault.pytest_plugin.failure import Lost

_end_with_forks = lazy.calling("atfault.pytest_plugin.children:end_with_forks")
_may_be_ended = lazy.calling("atfault.pytest_plugin.failure:may_be_ended")
_too_long = lazy.calling("atfault.pytest_plugin.failure:too_long")
_how_it_ended = lazy.calling("atfault.pytest_plugin.failure:how_it_ended")

TICK = 0.2
"""Seconds between two looks at what is to be passed on."""
DYING_SECONDS = 5.0
PASSED_ON = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGUSR1)
_GIVEN_UP = 3 << 8
"""The wait status of a process that ended with pytest's INTERNAL_ERROR."""
_BY_TERMINAL = 0x80
"""si_code of a signal that the kernel has sent to the whole process group."""


class Past(NamedTuple):
    """What the processes before came to."""

    collecting: dict[str, Lost]
    """The collector → why there is nothing of it."""
    tests: dict[str, Lost]
    at_end: Lost | None = None


class Supervisor:
    """Of one run of pytest."""

    def __init__(self, hang_after: float | None) -> None:
        self.journal = Journal()
        self.past = Past({}, {})
        self.folder = tempfile.mkdtemp(prefix="atfault-pytest-")
        self._hang_after = hang_after
        self._parent = os.getpid()
        self.began: Any = getattr(timing, "Instant", timing.time)()
        """As pytest keeps it; since 8.4 that is an Instant."""

    def start(self) -> int | None:
        """→ in a child, of which there is one after another: None; in this process, in the end: the
        wait status of the last one."""
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, PASSED_ON)
        try:
            while True:
                watcher, watched = pair()
                sys.stdout.flush()
                sys.stderr.flush()
                pid = os.fork()
                if not pid:
                    watcher.close()
                    signal.pthread_sigmask(signal.SIG_SETMASK, mask)
                    end_with(self._parent)
                    self._watched = watched
                    return None
                watched.close()
                found = self._watched_over(pid, watcher)
                if isinstance(found, int):
                    return found
                if not self._learn(found):
                    return _GIVEN_UP
        finally:
            if os.getpid() == self._parent:
                shutil.rmtree(self.folder, ignore_errors=True)
                signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def _watched_over(self, pid: int, watcher: socket.socket) -> int | Lost:
        """What became of a child (`_Watch.run`). Whatever fails here fails no test: the child is
        let run then."""
        try:
            return _Watch(pid, watcher, self.journal, self.folder, self._hang_after).run()
        except Exception as error:
            sys.stderr.write(f"atfault: the tests run on unwatched: {error!r}\n")
            watcher.close()
            return os.waitpid(pid, 0)[1]
        finally:
            watcher.close()

    def hold(self) -> None:
        """In the child: whatever crashes from now on is to be looked at."""
        hold_at_crash(self._watched, self._parent)

    def _learn(self, lost: Lost) -> bool:
        """Whether there is a way on: not where the same is lost once more."""
        kind, what = self.journal.place()
        if kind in ("collect", "test"):
            known = self.past.collecting if kind == "collect" else self.past.tests
            if what in known:
                return False
            known[what] = lost
            return True
        if kind == "begin":  # no test is to blame, and no report could say it
            sys.stderr.write(f"{lost.failure('pytest').text}\n")
            return False
        if self.past.at_end is not None:
            return False
        self.past = self.past._replace(at_end=lost)
        return True


class _Watch:
    """Over one child."""

    def __init__(
        self,
        pid: int,
        watcher: socket.socket,
        journal: Journal,
        folder: str,
        hang_after: float | None,
    ) -> None:
        self._pid = pid
        self._watcher = watcher
        self._journal = journal
        self._folder = folder
        self._children: Children | None = None
        self._hang_after = hang_after
        self._ended_by: set[int] = set()
        """Signals that were passed on."""
        self._place, self._since = ("", ""), time.monotonic()

    def run(self) -> int | Lost:
        """Until it has ended: its wait status, where it did that by itself or because somebody else
        wanted it to."""
        poll = select.poll()
        poll.register(self._watcher, select.POLLIN)
        pidfd = _pidfd(self._pid)
        if pidfd is not None:
            poll.register(pidfd, select.POLLIN)
        try:
            return self._until_it_ends(poll, pidfd)
        finally:
            if pidfd is not None:
                os.close(pidfd)

    def _until_it_ends(self, poll: select.poll, pidfd: int | None) -> int | Lost:
        words = b""
        seen: Look | Unseen | None = None
        while True:
            ready = poll.poll(TICK * 1000)
            self._pass_signals_on()
            began = time.monotonic()
            if any(fd == self._watcher.fileno() for fd, _ in ready):
                who, more = standing(self._watcher)
                if not who and not more:
                    poll.unregister(self._watcher)
                elif who and who != self._pid:
                    self._tell_of_child(who)
                elif who:
                    seen = self._look(crashed=True)
                    words = more
                    poll.unregister(self._watcher)
                    words += let_go(self._watcher, DYING_SECONDS)
            pid, status = os.waitpid(self._pid, os.WNOHANG)
            if pid:
                return self._ended(status, words, seen)
            self._since += time.monotonic() - began  # a look's time is not the test's
            if self._hang_after is None or not self._stands():
                continue
            lost = self._hung() if seen is None else self._undead(words, seen)
            if lost is not None:
                return lost

    def _look(self, *, crashed: bool) -> Look | Unseen:
        found: Look | Unseen = lazy.load("atfault.looking:look")(
            self._pid, self._folder, crashed=crashed
        )
        return found

    def _tell_of_child(self, pid: int) -> None:
        if self._children is None:
            self._children = lazy.load("atfault.pytest_plugin.children:Children")(self._folder)
        kind, test = self._journal.place()
        self._children.tell(pid, self._watcher, test if kind == "test" else "")

    def _pass_signals_on(self) -> None:
        while True:
            told = signal.sigtimedwait(PASSED_ON, 0)
            if told is None:
                return
            self._ended_by.add(told.si_signo)
            if told.si_code != _BY_TERMINAL:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(self._pid, told.si_signo)

    def _ended(self, status: int, words: bytes, seen: Look | Unseen | None) -> int | Lost:
        if os.WIFSIGNALED(status):
            is_wanted = os.WTERMSIG(status) in self._ended_by
        else:
            is_wanted = self._journal.place()[0] not in ("collect", "test")
        if is_wanted:
            return status
        return _lost(_how_it_ended(status), words, seen)

    def _stands(self) -> bool:
        place = self._journal.place()
        if place != self._place:
            self._place, self._since = place, time.monotonic()
        assert self._hang_after is not None
        is_begun = place[0] in ("collect", "test")
        return is_begun and time.monotonic() - self._since > self._hang_after

    def _hung(self) -> Lost | None:
        kind = self._place[0]
        seen = self._look(crashed=False)
        if self._journal.place() != self._place or _has_ended(self._pid):
            return None  # meanwhile: what goes on now took no longer than it may
        if not _may_be_ended(kind, seen):
            self._since = time.monotonic()
            return None
        _end_with_forks(self._pid)
        os.waitpid(self._pid, 0)
        return _lost(_too_long(self._place, self._hang_after), b"", seen)

    def _undead(self, words: bytes, seen: Look | Unseen) -> Lost:
        """It has crashed, was let go, and did not end."""
        _end_with_forks(self._pid)
        os.waitpid(self._pid, 0)
        return _lost("has crashed", words, seen)


def _lost(how: str, words: bytes, seen: Look | Unseen | None) -> Lost:
    said = words.decode(errors="replace")
    lost: Lost = lazy.load("atfault.pytest_plugin.failure:Lost")(how, said, seen)
    return lost


def _has_ended(pid: int) -> bool:
    """Whether a child has, which stays to be waited for."""
    return os.waitid(os.P_PID, pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None


def _pidfd(pid: int) -> int | None:
    try:
        return os.pidfd_open(pid)
    except (OSError, AttributeError):
        return None  # before Linux 5.3


def exit_like(status: int) -> None:
    """End this process as a child ended."""
    with contextlib.suppress(OSError, ValueError):
        sys.stdout.flush()
        sys.stderr.flush()
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status) if os.WIFEXITED(status) else 1)
