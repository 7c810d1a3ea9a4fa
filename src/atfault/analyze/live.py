"""Looking into a live process: prime, pause, decode, check.

    prime    decode everything once while the process runs, noting which pages that reads
    pause    stop it, copy those pages and the stacks, let it go       (snapshot/pause.py)
    decode   again, now from the copy: threads, stacks, locks are of one moment
    check    what had to be read after the pause still is what it was; if not, once more, thoroughly

Which pages may be read after the pause is said in snapshot/frozen.py. A code object that the pause
met for the first time is copied in it, and compared afterwards: had it been freed meanwhile, its
names could be another's.
"""

import os
from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

from atfault.analyze.process import NOT_UNDER_RUN, NOT_WATCHED, explain, source_of
from atfault.arch.base import Architecture
from atfault.contained import contained
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.search import find_runtime
from atfault.decode.job.places import job_of
from atfault.decode.job.standing import JobLooks, Standing
from atfault.decode.state import decode
from atfault.decode.watch.activity import Watcher, run_together
from atfault.decode.watch.polls import with_again
from atfault.decode.watch.thread_pointers import with_pointers
from atfault.errors import AccessError, AtfaultError, MemoryFault
from atfault.formats.core_notes import AT_RANDOM
from atfault.model.absent import Absent
from atfault.model.case import NOT_KEPT, Case
from atfault.model.counts import counted
from atfault.model.exception import UncaughtException
from atfault.model.family import Relative, ReportedDeath
from atfault.model.kinds import LOCKS, OF_PYTHON
from atfault.model.printed import PrintedTail
from atfault.model.process import RANK_VARIABLES, MemoryMapping, Thread, mapping_holding
from atfault.model.report import Report
from atfault.model.state import Ending, ProcessState
from atfault.model.waits import Activity
from atfault.native.modules import modules_of
from atfault.options import Options
from atfault.snapshot import procfs
from atfault.snapshot.family import relatives
from atfault.snapshot.frozen import FrozenMemory
from atfault.snapshot.live import PAGE
from atfault.snapshot.machine import LASTS, Machine
from atfault.snapshot.minicore import read_for_debuggers, write_minicore
from atfault.snapshot.pause import STACK_BYTES, Pause, pause
from atfault.snapshot.procfs import Transferred
from atfault.snapshot.recorded import RED_ZONE, RecordedMemory
from atfault.snapshot.stand_in import StandIn, without_values
from atfault.snapshot.target import ProcessView, Target, threads_in_kernel
from atfault.source import SourceReader

MAX_PAGES = 4096
"""Pages besides the stacks that are copied in a pause: the first that priming needed."""
MAX_ATTEMPTS = 3
MOVED_ON = (
    "the process went on while some values of its variables were read: the stacks are of one "
    "moment, those values may be of a later one"
)
CHANGED_PROGRAM = (
    "the process executed another program while it was watched; what was seen before is left out"
)
MAX_FAMILY = 64
"""Relatives that are looked at, too."""
"""What a child inherits locked, without the thread that would unlock it."""
GLANCE = 0.1
"""Seconds in which the loops that threads sleep in are found, where nothing is to be watched."""
CHILD_SECONDS = 3.0
"""In which children that compute are watched as well, all at once."""
MAX_CHILDREN = 4
"""Of which so many are: those that compute most."""
COMPUTES = 0.05
"""Share of one processor that a child which computes uses."""
MAX_AWAKE = 4
"""Moments more that are taken, where one caught a thread between two short sleeps."""
_CODE_PARTS = (
    "ob_type",
    "co_name",
    "co_qualname",
    "co_filename",
    "co_firstlineno",
    "co_linetable",
    "co_lnotab",
)


class Moment(NamedTuple):
    """A process at one moment, while it runs on. The snapshot reads what it lacks through the
    target's memory file: keep the target open."""

    snapshot: ProcessView
    memory: FrozenMemory
    pause: Pause
    is_sound: Callable[[], bool]
    """Ask it when all is decoded: whether what was read after the pause can be relied on."""


class Looker:
    """Takes moments of one target."""

    def __init__(self, target: Target, options: Options) -> None:
        self._target = target
        self._options = options
        self._runtime: PythonRuntime | None = None
        self._stacks: tuple[tuple[int, int], ...] = ()
        """[start, end) of stacks that priming read: every pause copies the stacks anyway."""
        self._new_codes: dict[int, bytes] = {}

    def moment(self, *, thorough: bool = False) -> Moment:
        """Prime, and pause. thorough: whatever a stack needs is read while the process is stopped,
        which takes longer. Raises AccessError."""
        for attempt in range(1, MAX_ATTEMPTS + 1):
            memory = self._prime()
            found = self._pause(memory, thorough, gently=attempt < MAX_ATTEMPTS)
            if found.is_complete:
                break
        snapshot = ProcessView(self._target, memory, found.threads)
        snapshot.warnings += found.warnings
        self._fill_pointers(snapshot)
        return Moment(snapshot, memory, found, lambda: thorough or self._is_sound(memory))

    def _fill_pointers(self, snapshot: ProcessView) -> None:
        """Of threads that were not stopped, the kernel does not tell the thread pointer."""
        if self._runtime is None or all(
            thread.registers.thread_pointer for thread in snapshot.threads
        ):
            return
        try:
            filled = with_pointers(snapshot, self._runtime.again(snapshot))
        except AtfaultError:
            return
        snapshot.threads = tuple(
            [
                thread if thread.registers.thread_pointer else better
                for thread, better in zip(snapshot.threads, filled)
            ]
        )

    def _pause(self, memory: FrozenMemory, thorough: bool, *, gently: bool) -> Pause:
        self._target.refresh()
        memory.use(self._target.readable)
        self._new_codes = {}
        walk = self._resolve_frames if thorough else self._follow_frames
        pages = _outside(memory.recorded, self._stacks)[:MAX_PAGES]
        stacks = self._stacks
        return pause(
            self._target, memory, pages, lambda: walk(memory), gently=gently, stacks=stacks
        )

    def _prime(self) -> FrozenMemory:
        """Decode everything of the running process, for the pages that this reads."""
        memory = FrozenMemory(self._target.pid, self._target.memory_fd, self._target.readable)
        view = ProcessView(self._target, memory, threads_in_kernel(self._target))
        try:
            modules = modules_of(self._target, view)
            runtime = find_runtime(view, modules)
            if not isinstance(runtime, Absent):
                self._runtime = runtime
                runtime.threads()
                view.threads = with_pointers(view, runtime)
            self._stacks = _stacks_of(view.threads, self._target.arch, view.mappings)
            if view.threads:
                options = self._options._replace(lines=False, rehearsal=True)
                decode(view, options, complete=True, runtime=self._runtime, modules=modules)
        except AtfaultError:
            pass  # it changed under our hands, which the pause will not let happen
        return memory

    # While it is stopped

    def _follow_frames(self, memory: FrozenMemory) -> None:
        """Follow every thread's frames, so that those that priming did not meet are read now, and
        so are their code objects."""
        if self._runtime is None:
            return
        runtime = self._rebound(memory)
        known = memory.recorded
        size = runtime.codes.fixed_size
        for interpreter in runtime.interpreters:
            for tstate in interpreter.threads:
                try:
                    frames = runtime.walker.chain(tstate).frames
                except MemoryFault:
                    continue
                for frame in frames:
                    code = frame.code
                    if code & -4096 not in known and code not in self._new_codes:
                        self._new_codes[code] = memory.read_upto(code, size)

    def _resolve_frames(self, memory: FrozenMemory) -> None:
        """Decode every stack at once: all that it reads is of this moment."""
        if self._runtime is not None:
            self._rebound(memory).threads()

    def _rebound(self, memory: FrozenMemory) -> PythonRuntime:
        """The runtime in the stopped process."""
        assert self._runtime is not None
        return self._runtime.again(ProcessView(self._target, memory, ()))

    # Afterwards

    def _is_sound(self, memory: FrozenMemory) -> bool:
        """Whether code objects that were first met in the pause live on, and no code was mapped."""
        if self._target.refresh():
            return False
        if self._runtime is None:
            return True
        fields = self._runtime.offsets["PyCodeObject"]
        parts = [fields[name] for name in _CODE_PARTS if name in fields]
        for address, copied in self._new_codes.items():
            now = memory.now(address, len(copied))
            if any(now[at : at + 8] != copied[at : at + 8] for at in parts):
                return False
        return True


def _stacks_of(
    threads: tuple[Thread, ...], arch: Architecture, mappings: tuple[MemoryMapping, ...]
) -> tuple[tuple[int, int], ...]:
    """[start, end) pages of the threads' stacks in use, sorted: of those in a mapping of their own,
    which a guard page shows."""
    starts = [mapping.start for mapping in mappings]
    found = {}
    for thread in threads:
        sp = thread.registers.general[arch.sp] or 0
        index = bisect_right(starts, sp) - 1
        if index < 1 or sp >= mappings[index].end:
            continue
        own, below = mappings[index], mappings[index - 1]
        if not own.path and below.end == own.start and not below.readable:
            found[sp & -PAGE] = min(own.end, (sp & -PAGE) + STACK_BYTES)
    return tuple(sorted(found.items()))


def _outside(pages: Iterable[int], ranges: tuple[tuple[int, int], ...]) -> list[int]:
    """The pages that lie in none of the sorted ranges."""
    starts = [start for start, _ in ranges]
    left = []
    for page in pages:
        index = bisect_right(starts, page) - 1
        if index < 0 or page >= ranges[index][1]:
            left.append(page)
    return left


class Look(NamedTuple):
    """What came of looking into a process. Its snapshot is closed with the target."""

    report: Report
    moment: Moment
    may_wait_in_vain: bool = False
    """A thread of it waits without an end, or again and again, or runs."""


def look_into(
    target: Target,
    options: Options,
    watch: float = 0.0,
    save: str | None = None,
    *,
    with_text: bool = False,
    activity: Activity | Absent | None = None,
    for_children: float = CHILD_SECONDS,
    ending: Ending | None = None,
    command: tuple[str, ...] | None = None,
    printed: PrintedTail | Absent = NOT_KEPT,
    reported: tuple[ReportedDeath, ...] | Absent = NOT_UNDER_RUN,
    failed: tuple[UncaughtException, ...] = (),
) -> Look:
    """Explain a live process and its descendants, after watching it for some seconds.

    save: a file to write a small core of the process to, of what the report needed; with_text: with
    the contents of texts, and whatever else lies on the same pages.
    activity: what was seen of it before, instead of watching it.
    for_children: seconds in which children may be watched, after that.
    ending: how it is about to end.
    printed: the tail of its standard error.
    reported: its descendants whose death `run` has reported.
    failed: the exceptions that have ended threads and processes of it, as the probe told `run`.
    Raises AccessError when it may not be looked at, or has ended.
    """
    changed: tuple[str, ...] = ()
    losses: list[str] = []
    if activity is None:
        activity = NOT_WATCHED
        with contained("watching the process", losses):
            activity = watch_target(target, options, watch) if watch else NOT_WATCHED
    if target.has_changed_program():
        target.reopen()
        activity, changed = NOT_WATCHED, (CHANGED_PROGRAM,)
    before = _transferred(target.pid)
    moment, state = decoded(target, options, keep=save is not None)
    between = {one.tid: one for one in state.waiting.between}
    for _ in range(MAX_AWAKE if _is_awake(state, between, activity) else 0):
        moment, state = decoded(target, options, keep=save is not None)
        between |= {one.tid: one for one in state.waiting.between}
        if not _is_awake(state, between, activity):
            break
    if save is not None:
        save_core(moment, save, options, with_text=with_text)
    seconds = min(for_children, 0.0 if isinstance(activity, Absent) else activity.seconds)
    members, sources, warnings, looks = _family(
        target, options, _forked_from(state), activity, seconds
    )
    state, members = _with_turns(state, before), tuple([_with_turns(m, before) for m in members])
    waiting = state.waiting._replace(between=tuple(between.values()))
    glance = activity
    if isinstance(activity, Absent) and any(wait.timeout for wait in waiting.waits):
        with contained("looking at loops", losses):
            glance = watch_target(target, options, GLANCE)
    if not isinstance(glance, Absent):
        waiting = with_again(waiting, glance)
    state = state.with_parts(
        activity=activity, waiting=waiting, warnings=(*state.warnings, *changed, *warnings, *losses)
    )
    if ending is not None:
        state = state.with_parts(ending=ending)
    case = Case(state, members, reported, failed, printed=printed)
    if len(members) > 1:
        case = case._replace(job=job_of(case.processes, looks))
    report = explain(case, moment.snapshot, options, command=command, relatives=sources)
    return Look(report, moment, _may_wait_in_vain(state))


def _transferred(pid: int) -> dict[int, Transferred]:
    """Of a process and its living children and descendants, what their threads read and wrote so
    far; {} where it is alone."""
    below = [one for one in relatives(pid) if one.relation in ("child", "descendant")]
    living = [one.pid for one in below if not one.has_died][:MAX_FAMILY]
    return {one: procfs.transferred(one) for one in (pid, *living)} if living else {}


def _with_turns(state: ProcessState, before: dict[int, Transferred]) -> ProcessState:
    """The state, with those of its threads that have read or written since."""
    known = before.get(state.process.pid, {})
    now = procfs.transferred(state.process.pid) if known else {}
    moved = tuple([tid for tid, one in now.items() if known.get(tid, one) != one])
    return state.with_parts(waiting=state.waiting._replace(took_turns=moved)) if moved else state


def _may_wait_in_vain(state: ProcessState) -> bool:
    waits = state.waiting.waits
    asleep = {wait.tid for wait in waits}
    is_awake = any(one.runs_python and one.thread.tid not in asleep for one in state.threads)
    return is_awake or any(wait.idle is None and not wait.timeout for wait in waits)


def _is_awake(state: ProcessState, between: Collection[int], activity: Activity | Absent) -> bool:
    """Whether the moment caught a thread between two of the sleeps that it was seen in nearly all
    the while: what it waits for shows in these. between: those of which a look has shown it."""
    seen = () if isinstance(activity, Absent) else activity.threads
    asleep = {wait.tid for wait in state.waiting.waits} | set(between)
    awake = {one.thread.tid for one in state.threads if one.runs_python} - asleep
    return any(one.tid in awake and one.mostly_sleeps for one in seen)


def save_core(moment: Moment, path: str, options: Options, *, with_text: bool = False) -> None:
    """Write what a report on a moment needs as a core file. Raises AccessError.

    with_text: whole pages. Without it, what decoding reads when it is to read no texts.
    """
    snapshot = moment.snapshot
    # Of threads that were not stopped the kernel told what a stack can be unwound from.
    told = {one.tid: snapshot.arch.encode_user_regs(one.registers) for one in snapshot.threads}
    registers = {**told, **moment.pause.registers}
    if with_text:
        read_for_debuggers(snapshot)
        write_minicore(snapshot, path, registers, moment.memory.pages())
        return
    memory = RecordedMemory(moment.memory, snapshot.mappings, _used_stacks(snapshot))
    snapshot.memory = memory
    try:
        decode(snapshot, options, complete=True)
        read_for_debuggers(snapshot)
    finally:
        snapshot.memory = moment.memory
    process = snapshot.process
    variables = procfs.variables(process.pid, (*RANK_VARIABLES, "PWD"))
    folder = variables.pop("PWD", "")
    stand_in = StandIn(without_values(process.argv), variables, folder)
    write_minicore(snapshot, path, registers, memory.pages(), stand_in)


def _used_stacks(snapshot: ProcessView) -> list[tuple[int, int]]:
    """[start, end) of the part of each thread's stack that is in use: of the main thread's up to
    the strings of the command line, of another's up to its control block."""
    found = []
    for thread in snapshot.threads:
        sp = snapshot.arch.stack_pointer(thread.registers)
        mapping = mapping_holding(snapshot.mappings, sp or 0)
        if sp is None or mapping is None:
            continue
        ends = (thread.registers.thread_pointer or 0, snapshot.auxv.get(AT_RANDOM, 0))
        end = min([one for one in ends if sp < one < mapping.end], default=mapping.end)
        found.append((sp - RED_ZONE, end))
    return found


def decoded(target: Target, options: Options, *, keep: bool = False) -> tuple[Moment, ProcessState]:
    """One moment of a target, decoded. keep: every page that this reads, for `save_core`.

    Raises AccessError, NoProcessState.
    """
    looker = Looker(target, options)
    for thorough in (False, True):
        moment = looker.moment(thorough=thorough)
        moment.memory.keep = keep
        modules = modules_of(target, moment.snapshot)
        state: ProcessState = decode(moment.snapshot, options, complete=True, modules=modules)
        if moment.is_sound() or target.is_gone():
            break
    if _has_moved_on(moment):
        state = state.with_parts(warnings=(*state.warnings, MOVED_ON))
    return moment, state


def _has_moved_on(moment: Moment) -> bool:
    """Whether memory that had to be read after the pause has changed since it was read."""
    memory = moment.memory
    return any(memory.now(page, len(data)) != data for page, data in memory.late.items())


def _forked_from(state: ProcessState) -> int | None:
    """The parent of a process that was forked and waits, within its own memory, for what nobody in
    it is seen to hold: the thread that does, or would bring it, may be there. None when it need not
    be looked at."""
    held = {hold.resource.key for hold in state.waiting.holds}
    if not any(
        wait.resource.kind in LOCKS | OF_PYTHON
        and wait.resource.shared is None
        and not (wait.timeout or wait.idle)
        and wait.resource.key not in held
        for wait in state.waiting.waits
    ):
        return None
    if isinstance(state.waiting.relatives, Absent):
        return None
    for one in state.waiting.relatives:
        if one.relation == "parent" and (
            one.argv == state.process.argv != () or _forks(one, state)
        ):
            return None if one.has_died else one.pid
    return None


def _forks(parent: Relative, state: ProcessState) -> bool:
    """Whether the parent is who forked a process that may have given itself another title, as
    setproctitle does, and not the one that orphans are given to."""
    exe = procfs.link(parent.pid, "exe") if state.process.forked else ""
    return exe != "" and exe == procfs.link(state.process.pid, "exe")


class _Family(NamedTuple):
    """The processes around a target."""

    states: tuple[ProcessState, ...]
    sources: dict[int, SourceReader]
    """What reads their source lines, by pid."""
    warnings: list[str]
    """What stood in the way."""
    looks: dict[int, Standing]
    """At the ranks of a job among them, by pid."""


def _family(
    target: Target,
    options: Options,
    parent: int | None,
    activity: Activity | Absent,
    seconds: float,
) -> _Family:
    """The living descendants of a process, one after the other.

    parent: of its parents, one that is to be looked at, too. activity: what was seen of the
    process. Where it was watched, there is time to see whether the ranks of a job stand: they are
    looked at once before, and again thereafter. seconds: in which those that compute are watched.
    """
    found = _Family((), {}, [], {})
    own = os.getpid()
    living = [
        one
        for one in relatives(target.pid)
        if one.pid == parent or (one.relation in ("child", "descendant") and not one.has_died)
    ]
    states: list[ProcessState] = []
    with ExitStack() as opened:
        members: list[tuple[Relative, str, Target]] = []
        machine = Machine(LASTS)
        for one in living[:MAX_FAMILY]:
            relation = "which forked it" if one.pid == parent else "started by it"
            with _told(one, relation, found.warnings):
                if one.pid != own:
                    member = opened.enter_context(Target(one.pid, target.access, machine))
                    members.append((one, relation, member))
        ranks = [member for *_, member in members if member.process.rank is not None]
        looks = JobLooks(ranks) if len(ranks) > 1 else None
        watched: dict[int, Activity] = {}
        if looks is None and not isinstance(activity, Absent):
            with contained("watching its children", found.warnings):
                below = {one.pid: member for one, _, member in members}
                watched = _watch_children(below, options, activity, seconds)
        for one, relation, member in members:
            with _told(one, relation, found.warnings):
                state = decoded(member, options)[1]
                seen = watched.get(one.pid)
                if seen is not None and not member.has_changed_program():
                    waiting = with_again(state.waiting, seen)
                    state = state.with_parts(activity=seen, waiting=waiting)
                states.append(state)
                found.sources[one.pid] = source_of(states[-1], member.files, options)
        if looks is not None:
            with contained("looking at the ranks again", found.warnings):
                is_watched = not isinstance(activity, Absent)
                found.looks.update(looks.standing(is_watched=is_watched))
    if len(living) > MAX_FAMILY:
        more = counted(len(living) - MAX_FAMILY, "more descendant")
        found.warnings.append(f"{more} not looked at")
    return found._replace(states=tuple(states))


def _watch_children(
    below: dict[int, Target], options: Options, activity: Activity, seconds: float
) -> dict[int, Activity]:
    """What is seen of those who used the processor while a process was watched, by pid; {} where
    none did."""
    used = {pid: cpu for pid, cpu in activity.family if pid in below}
    some = [pid for pid, cpu in used.items() if cpu >= COMPUTES * activity.seconds]
    most = sorted(some, key=used.__getitem__, reverse=True)[:MAX_CHILDREN]
    watchers = {pid: Watcher(below[pid], options) for pid in most} if seconds > 0 else {}
    run_together(watchers.values(), seconds)
    return {pid: one.activity() for pid, one in watchers.items() if not below[pid].is_gone()}


@contextmanager
def _told(one: Relative, relation: str, warnings: list[str]) -> Iterator[None]:
    """What stands in the way of a look at a relative is a warning."""
    try:
        with contained(f"looking into process {one.pid}", warnings):
            yield
    except AtfaultError as error:
        warnings.append(f"process {one.pid} ({one.name}), {relation}: {error}")


def watch_target(
    target: Target,
    options: Options,
    seconds: float,
    tick: Callable[[float], None] | None = None,
) -> Activity:
    """Sample a target for some seconds, without stopping it. tick: called again and again with the
    seconds that have passed. Raises AccessError when it ends."""
    watcher = Watcher(target, options)
    watcher.run(seconds, tick)
    if target.is_gone():
        raise AccessError(f"process {target.pid} ended while it was watched")
    return watcher.activity()
