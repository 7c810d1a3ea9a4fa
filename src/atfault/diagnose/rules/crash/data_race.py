"""data-race: several threads were inside the same native code when it crashed."""

from collections.abc import Iterator
from typing import NamedTuple

from atfault.diagnose.blame import own_lines, who_were
from atfault.diagnose.facts import (
    BREAKDOWNS,
    bare_symbol,
    crash_frames,
    describe_frame,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import file_line, listed
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.model.stacks import NativeFrame, PyFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState

MAX_FRAMES = 200
MAX_THREADS = 1000
MAX_NAMED = 4
LOCKING = (
    *("__lll_lock_wait", "___pthread_mutex_lock", "__pthread_mutex_lock", "pthread_mutex_lock"),
    *("futex_wait", "__pthread_rwlock_wrlock", "__pthread_rwlock_rdlock"),
)
"""Innermost in a thread that waits for its turn: the library has a lock of its own there."""
COMMON_TYPES = (
    *("int", "float", "complex", "bool", "str", "bytes", "NoneType", "type", "module"),
    *("function", "builtin_function_or_method", "method", "tuple", "frozenset", "range"),
)
"""Values that cannot change, so that sharing them means nothing."""


class _Inside(NamedTuple):
    """A thread in native code that Python called."""

    thread: ThreadState
    frames: tuple[NativeFrame, ...]
    """The native frames from the innermost to the call, without plumbing."""
    caller: PyFrame
    """The Python frame that made the call."""
    objects: dict[int, tuple[str, str, bool]]
    """Address → name and type of what the caller's variables hold, as far as it can change, and
    whether it is mere data (an array that many threads may well read at once)."""


@rule(
    "data-race",
    needs=(Need.SIGNAL, Need.NATIVE_STACK),
    aside=True,
    on=BREAKDOWNS,
    partly=(Need.INTERPRETER,),
)
def data_race(case: Case) -> Iterator[Finding]:
    """Several threads were inside the same native function, or at work on the same object, when one
    of them crashed there.

    Native code that lets go of the GIL runs at the same time in several threads. Unless it guards
    what it shares (scratch memory in an object, static variables), one thread frees or overwrites
    what another is using. The crash then has the look of a NULL pointer, a wild pointer or a
    damaged heap, somewhere else each time.

    From one look this is a suspicion: the same picture arises when many threads call a library that
    is perfectly safe, and one of them passes something wrong. So it stands beside the other
    findings, after those that explain the crash, and takes nothing from them. Helper threads of
    OpenMP, BLAS and the like do not count.

    What to do: `atfault stress` calls the function from many threads, with and without a lock, and
    tells whether threads are the cause at all. [stress](../stress.md) shows how.
    """
    state = case.process
    crashed = state.crashed
    if crashed is None:
        return
    own = _inside(crashed, crash_frames(crashed))
    if own is None:
        return
    others = []
    for thread in state.threads[:MAX_THREADS]:
        if thread is not crashed:
            found = _inside(thread, thread.stack.frames)
            if found is not None and not _waits_for_its_turn(found):
                others.append(found)
    in_function = [(other, _shared_function(own, other)) for other in others]
    same_call = [(other, frame) for other, frame in in_function if frame is not None]
    sharing = [other for other, _ in same_call if _shared_objects(own, other)]
    if same_call:
        frame = same_call[0][1]
        assert frame is not None
        together = sharing or [other for other, _ in same_call]
        yield _finding(state, own, together, describe_frame(frame), bool(sharing))
        return
    beside = [other for other in others if _shared_objects(own, other) and _same_module(own, other)]
    if beside:
        yield _beside(own, beside)


def _finding(
    state: ProcessState, own: _Inside, others: list[_Inside], function: str, shares: bool
) -> Finding:
    is_own = any(
        not own.objects[address][2] for other in others for address in _shared_objects(own, other)
    )
    # With the GIL held, no other thread can have been at work there.
    told = shares and is_own and own.thread.holds_gil is not True
    confidence: Confidence = "likely" if told else "possible"
    count = len(others) + 1
    shared = _shared_words(own, others[0])
    first = own.objects[_shared_objects(own, others[0])[0]][0] if shares else ""
    evidence = [f"{_names(others)} also in {function} at that moment{_lines(others)}"]
    if shares:
        evidence.append(f"these calls share {shared}")
    elif not _knows_objects(own, others):
        evidence.append("which objects the calls share is not known")
    else:
        evidence.append("no object is known that these calls share")
    evidence.append(
        "native code that lets go of the GIL must guard what its calls share; "
        "whether this does cannot be told from one look"
    )
    what = f", on the same {first}" if shares else ""
    return Finding.of(
        summary=f"{count} threads were inside {function} at once{what}",
        confidence=confidence,
        blame=_blame(own, others),
        evidence=evidence,
        advice=(_advice(own, state),),
    )


def _beside(own: _Inside, others: list[_Inside]) -> Finding:
    """Different functions of one library, on one object."""
    shared = _shared_words(own, others[0])
    first = own.objects[_shared_objects(own, others[0])[0]][0]
    where = describe_frame(own.frames[-1])
    other = describe_frame(others[0].frames[-1])
    return Finding.of(
        summary=f"{where} crashed while another thread was in {other} on the same {first}",
        confidence="possible",
        blame=_blame(own, others),
        evidence=(
            f"{_names(others)} in {other} at that moment{_lines(others)}",
            f"both calls work on {shared}",
        ),
        advice=("hold one lock round both calls and see whether it still crashes",),
    )


def _inside(thread: ThreadState, frames: tuple[ThreadFrame, ...]) -> _Inside | None:
    """The native call that a thread is in; None when it is in none, or no Python code made it."""
    natives: list[NativeFrame] = []
    for frame in frames[:MAX_FRAMES]:
        if frame.python is not None:
            kept = tuple(native for native in natives if not _is_plumbing(native))
            return _Inside(thread, kept, frame.python, _objects(frame.python)) if kept else None
        if frame.native is not None:
            natives.append(frame.native)
    return None


def _is_plumbing(frame: NativeFrame) -> bool:
    if frame.is_jit:
        return False
    return frame.module is None or roles.is_plumbing(frame.module.name)


def _objects(frame: PyFrame) -> dict[int, tuple[str, str, bool]]:
    if roles.is_of_probe(frame.location.file):
        return {}  # the caller is atfault's own stress run
    found: dict[int, tuple[str, str, bool]] = {}
    for variable in frame.variables:
        value = variable.value
        if isinstance(value, Absent) or not value.address or value.type in COMMON_TYPES:
            continue
        found.setdefault(value.address, (variable.name, value.type, value.buffer is not None))
    return found


def _shared_function(own: _Inside, other: _Inside) -> NativeFrame | None:
    """The outermost function, hence the one that was called, that both threads are in."""
    theirs = {_identity(frame) for frame in other.frames}
    for frame in reversed(own.frames):
        if _identity(frame) in theirs:
            return frame
    return None


def _identity(frame: NativeFrame) -> tuple[object, ...]:
    """Equal for two frames of one function, wherever in it they are."""
    if frame.function_start and not frame.is_inline:
        return (frame.function_start,)
    name = bare_symbol(frame)
    module = frame.module.path if frame.module is not None else ""
    return (module, name) if name else (frame.pc,)


def _same_module(own: _Inside, other: _Inside) -> bool:
    def modules(inside: _Inside) -> set[str]:
        return {frame.module.path for frame in inside.frames if frame.module is not None}

    return bool(modules(own) & modules(other))


def _shared_objects(own: _Inside, other: _Inside) -> list[int]:
    return [address for address in own.objects if address in other.objects]


def _knows_objects(own: _Inside, others: list[_Inside]) -> bool:
    return not isinstance(own.caller.locals, Absent) and any(
        not isinstance(other.caller.locals, Absent) for other in others
    )


def _waits_for_its_turn(inside: _Inside) -> bool:
    native = inside.thread.native
    if isinstance(native, Absent):
        return False
    return any(bare_symbol(frame) in LOCKING for frame in native.frames[:4])


def _shared_words(own: _Inside, other: _Inside) -> str:
    """ "self (rec.Recogniser at 0x7f…)"; "" when nothing is known to be shared."""
    parts = []
    for address in _shared_objects(own, other):
        name, kind, _ = own.objects[address]
        parts.append(f"{name} ({kind} at {address:#x})")
    return listed(parts, 3)


def _names(others: list[_Inside]) -> str:
    return who_were([other.thread for other in others], MAX_NAMED)


def _lines(others: list[_Inside]) -> str:
    """ ", called at service.py:12"."""
    places = []
    for other in others:
        location = other.caller.location
        if location.line is not None:
            places.append(file_line(location.file, location.line))
    return f", called at {listed(list(dict.fromkeys(places)), 3)}" if places else ""


def _blame(own: _Inside, others: list[_Inside]) -> tuple[Blame, ...]:
    lines = own_lines(own.thread)
    for other in others[:2]:
        lines += own_lines(other.thread, 1)
    return lines


def _advice(own: _Inside, state: ProcessState) -> Advice:
    """How to prove it, with the target filled in as far as the stack tells it."""
    text = "prove or clear it: the same call from many threads, with and without a lock"
    frame = own.caller
    mine = next((f for f in crash_frames(own.thread) if f.mine and f.python is not None), None)
    if mine is not None and mine.python is not None:
        frame = mine.python
    name = frame.code.qualname
    if "<" in name or not frame.location.file.endswith(".py"):
        return Advice(text, "atfault stress FILE.py:FUNCTION --setup MAKE_ARGUMENTS")
    arguments = frame.variables
    takes = any(variable.kind == "argument" for variable in arguments)
    if "." not in name and arguments and arguments[0].name == "self":
        value = arguments[0].value
        if not isinstance(value, Absent):
            name = f"{value.type.rsplit('.', 1)[-1]}.{name}"
    setup = " --setup MAKE_ARGUMENTS" if takes else ""
    cwd = (state.process.cwd or "").rstrip("/") + "/"
    file = frame.location.file
    file = file[len(cwd) :] if len(cwd) > 1 and file.startswith(cwd) else file
    return Advice(text, f"atfault stress {file}:{name}{setup}")
