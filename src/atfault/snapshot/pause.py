"""The pause: all threads stopped, registers and memory copied, all threads let go.

    before   seize every thread (which stops none), new threads are then seized by the kernel
    ──────── interrupt each; of each that has stopped, while others still do: registers, stack
      pause  one process_vm_readv of the primed pages and the stacks from sp upwards
             `look`: whatever else must be of this moment
    ──────── detach each
    after    everything is turned into pages and decoded

A pause costs the program what it takes from the first interrupt to the last detach, so nothing is
computed in between that could be computed before or after.

Whatever happens, the process goes on: signals to us wait until the pause is over, and the kernel
lets a dead tracer's threads go. One that was stopped by a signal (Ctrl-Z) before stays stopped.

Some threads are not stopped: their stacks are copied with the others', and count when they have not
moved up to the end of the pause. One in uninterruptible sleep cannot be stopped. One that waits for
room in a full pipe must not be: the kernel would end its write early, having written a part of it,
and a program that does not care how much was written would lose the rest, or go on; as would a read
that waits for all it asked for. Nor must one that reads what another thread has closed: that read
would begin anew, and fail.
"""

import os
import signal
import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from atfault.arch.base import with_identities
from atfault.errors import AccessError, FormatError
from atfault.model.process import MemoryMapping, Thread
from atfault.snapshot import procfs
from atfault.snapshot.frozen import FrozenMemory, ranges_of
from atfault.snapshot.live import PAGE, RED_ZONE, with_signatures
from atfault.snapshot.seizure import STOP_SECONDS, Seizure
from atfault.snapshot.stopper import Stopper
from atfault.snapshot.target import Target, thread_in_kernel

STACK_BYTES = 8 << 20
"""How much of one stack is copied, at most; the default size of a stack."""
ALL_STACKS_BYTES = 128 << 20
_GUESSED_STACK = 32 << 10
_ABOVE_THREAD_POINTER = 4096
"""A pthread's stack ends with its struct pthread, some 2.3 KB that the thread pointer points to."""
_MAX_GROWTH = 1 << 20
_HELD_BACK = frozenset(
    (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGALRM, signal.SIGTSTP)
)


class Pause(NamedTuple):
    """What a pause found out, besides the copied memory."""

    threads: tuple[Thread, ...]
    """The process's first thread first."""
    warnings: tuple[str, ...]
    seconds: float
    """From the first interrupt to the last detach."""
    is_complete: bool = True
    """False when a stack was mapped so shortly before that it was not known, and not copied; or a
    thread that was not stopped, as it was writing, went on."""
    registers: Mapping[int, bytes] = {}
    """Thread → general registers as the kernel lays them out."""


def pause(
    target: Target,
    memory: FrozenMemory,
    pages: Iterable[int],
    look: Callable[[], None] = lambda: None,
    *,
    gently: bool = True,
    stacks: Iterable[tuple[int, int]] = (),
) -> Pause:
    """Stop the process, copy `pages` and all stacks into `memory`, call `look`, let it go.

    look may read through `memory`, and must be quick. gently: without the threads whose
    call would end early. stacks: [start, end) of known ones, copied where a thread has left its
    own for another. Raises AccessError.
    """
    ranges = ranges_of(pages)
    used = _Stacks(target, stacks)
    primed = sum([end - start for start, end in ranges])
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HELD_BACK)
    policy = hurry()
    seizure: Stopper | None = None
    began = time.monotonic()
    try:
        tids = procfs.threads(target.pid)
        memory.prepare(primed + len(tids) * _GUESSED_STACK * 2)
        access = target.access
        seize = Seizure if access is None else access.seize
        seizure = seize(target.pid, target.arch if gently else None)
        began = time.monotonic()
        seizure.stop(used.take)
        raw = seizure.registers()
        floating = seizure.floating(tid for tid, at in seizure.states.items() if at == "R")
        asleep = [thread_in_kernel(target.pid, tid, target.arch) for tid in seizure.asleep]
        memory.copy(ranges + used.ranges(asleep))
        look()
        states = dict(seizure.states)
        slow = seizure.running
        seizure.let_go()
        ended = time.monotonic()
    finally:
        if seizure is not None:
            seizure.release()
        if policy is not None:
            at_ease(policy)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
    memory.freeze()
    for start, end in used.cut:
        memory.seal(start, end)
    found = _result(target, memory, raw, floating, states, asleep, slow, ended - began)
    return found._replace(is_complete=used.is_complete and found.is_complete, registers=raw)


def _result(
    target: Target,
    memory: FrozenMemory,
    raw: dict[int, bytes],
    floating: dict[int, bytes],
    states: dict[int, str],
    asleep: list[Thread],
    slow: tuple[int, ...],
    seconds: float,
) -> Pause:
    warnings: list[str] = []
    threads: list[Thread] = []
    for tid, registers in raw.items():
        try:
            decoded = target.arch.decode_user_regs(registers)
        except FormatError:
            warnings.append(f"thread {tid} runs 32-bit code and is left out")
            continue
        name, state = procfs.comm(target.pid, tid), states.get(tid, "")
        vectors = target.arch.decode_vectors(floating.get(tid, b""))
        threads.append(Thread(tid, name, decoded, state, vectors))
    arch = with_signatures(target.arch, raw.values())
    target.arch, known = with_identities(arch, memory, threads, procfs.innermost_pid)
    threads = list(known)
    writers = [thread for thread in asleep if thread.state != "D"]
    stayed = [thread for thread in writers if _has_stayed(target, thread)]
    for thread in asleep:
        if thread.state == "D":
            kept, warning = _still_asleep(target, thread)
            warnings.append(warning)
            if kept is not None:
                threads.append(kept)
    threads += stayed
    if slow:
        names = ", ".join([str(tid) for tid in slow[:8]])
        warnings.append(f"threads that did not stop in time are left out: {names}")
    if not threads and not writers:
        why = f"{warnings[0]}; try again" if warnings else "it does not react to signals"
        raise AccessError(
            f"no thread of process {target.pid} could be stopped within {STOP_SECONDS} s: {why}"
        )
    threads.sort(key=lambda thread: (thread.tid != target.pid, thread.tid))
    return Pause(tuple(threads), tuple(warnings), seconds, len(stayed) == len(writers))


def _has_stayed(target: Target, thread: Thread) -> bool:
    """Whether a thread still sleeps in the same call as before."""
    now = thread_in_kernel(target.pid, thread.tid, target.arch)
    return now.state == thread.state and now.registers == thread.registers


def _still_asleep(target: Target, thread: Thread) -> tuple[Thread | None, str]:
    """(the thread, if it has not moved since, what to say of it)."""
    name = f"thread {thread.tid} ({thread.name})"
    if not _has_stayed(target, thread):
        return None, f"{name} was in uninterruptible sleep and could not be stopped; it is left out"
    where = procfs.read(f"/proc/{target.pid}/task/{thread.tid}/wchan", 128)
    what = where.decode("ascii", "replace").strip("\0\n")
    inside = f" in the kernel's {what}" if what not in ("", "0") else ""
    if thread.registers.general[target.arch.pc_number] is None:
        return None, f"{name} is in uninterruptible sleep{inside}, and its stack cannot be seen"
    return thread, f"{name} is in uninterruptible sleep{inside}; it does not react to signals"


class _Stacks:
    """Which part of each stack is in use: from the stack pointer to the end of its mapping."""

    def __init__(self, target: Target, known: Iterable[tuple[int, int]]) -> None:
        self._main = target.pid
        self._known = known
        self._mappings: tuple[MemoryMapping, ...] = target.mappings
        self._starts = [mapping.start for mapping in target.mappings]
        self._arch = target.arch
        self.cut: list[tuple[int, int]] = []
        """Parts that were not copied, as there was too much."""
        self.is_complete = True
        self._found: dict[int, int] = {}
        """Start → end of the page ranges."""
        self._left = ALL_STACKS_BYTES
        self._is_elsewhere = False

    def take(self, tid: int, registers: bytes) -> None:
        """Note the stack of a thread that has stopped."""
        sp, pointer = self._arch.decode_stack(registers)
        self._add(sp, pointer)
        if not sp < pointer < sp + STACK_BYTES and tid != self._main:
            self._is_elsewhere = True  # in a signal handler's stack, or one of its own making

    def ranges(self, asleep: list[Thread]) -> list[tuple[int, int]]:
        """Page ranges of all stacks, none twice; asleep: threads that were not stopped."""
        for thread in asleep:
            self._add(thread.registers.general[self._arch.sp], None)
        if self._is_elsewhere:
            for start, end in self._known:
                self._found[start] = max(end, self._found.get(start, 0))
        return _joined(self._found)

    def _add(self, sp: int | None, pointer: int | None) -> None:
        """Note one stack, and the thread's control block."""
        found = self._found
        if not sp:
            return
        if pointer and not sp < pointer < sp + STACK_BYTES:
            found.setdefault(pointer & -PAGE, (pointer & -PAGE) + PAGE)
        index = bisect_right(self._starts, sp) - 1
        if index < 0 or sp >= self._mappings[index].end:
            index += 1  # a stack that has just grown, or overflowed into its guard
            if index >= len(self._mappings) or self._mappings[index].start - sp > _MAX_GROWTH:
                self.is_complete = False
                return
        mapping = self._mappings[index]
        if not mapping.readable:
            self.is_complete = False  # it was still being made ready when the mappings were read
            return
        start = max((sp - RED_ZONE) & -PAGE, mapping.start)
        whole = mapping.end
        if pointer and start < pointer < whole:
            whole = min((pointer + _ABOVE_THREAD_POINTER + PAGE - 1) & -PAGE, whole)
        end = min(whole, start + min(STACK_BYTES, self._left))
        if end < whole:
            self.cut.append((end, whole))
        if end > start:
            found[start] = max(end, found.get(start, 0))
            self._left -= end - start


def _joined(found: dict[int, int]) -> list[tuple[int, int]]:
    """start → end as sorted ranges that do not overlap."""
    ranges: list[tuple[int, int]] = []
    for start in sorted(found):
        end = found[start]
        if ranges and start <= ranges[-1][1]:
            ranges[-1] = (ranges[-1][0], max(end, ranges[-1][1]))
        else:
            ranges.append((start, end))
    return ranges


def hurry() -> tuple[int, os.sched_param] | None:
    """Where it is allowed: not to be pushed off the CPU by the threads that are let go.

    The scheduling before, to go back to."""
    try:
        before = os.sched_getscheduler(0), os.sched_getparam(0)
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except OSError:
        return None
    return before


def at_ease(policy: tuple[int, os.sched_param]) -> None:
    """Go back to what `hurry` has given."""
    try:
        os.sched_setscheduler(0, *policy)
    except OSError:
        pass
