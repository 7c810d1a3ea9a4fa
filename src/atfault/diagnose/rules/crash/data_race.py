"""data-race: several threads were inside the same native code when it crashed."""

from collections.abc import Iterator

from atfault.diagnose.blame import own_lines, who_were
from atfault.diagnose.crash.native_calls import (
    NativeCall,
    calls_beside,
    is_same_module,
    shared_function,
    shared_objects,
)
from atfault.diagnose.facts import BREAKDOWNS, crash_frames, describe_frame
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import file_line, listed
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.model.state import ProcessState

MAX_NAMED = 4


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
    OpenMP, BLAS and the like do not count. It is likely where both calls were given the same
    object, or handle, that is not mere data.

    What to do: `atfault stress` calls the function from many threads, with and without a lock, and
    tells whether threads are the cause at all. [stress](../stress.md) shows how.
    """
    state = case.process
    own, others = calls_beside(state)
    if own is None:
        return
    in_function = [(other, shared_function(own, other)) for other in others]
    same_call = [(other, frame) for other, frame in in_function if frame is not None]
    sharing = [other for other, _ in same_call if shared_objects(own, other)]
    if same_call:
        frame = same_call[0][1]
        assert frame is not None
        together = sharing or [other for other, _ in same_call]
        yield _finding(state, own, together, describe_frame(frame), bool(sharing))
        return
    beside = [
        other for other in others if shared_objects(own, other) and is_same_module(own, other)
    ]
    if beside:
        yield _beside(own, beside)


def _finding(
    state: ProcessState, own: NativeCall, others: list[NativeCall], function: str, shares: bool
) -> Finding:
    is_own = any(
        not own.objects[key].is_data for other in others for key in shared_objects(own, other)
    )
    # With the GIL held, no other thread can have been at work there.
    told = shares and is_own and own.thread.holds_gil is not True
    confidence: Confidence = "likely" if told else "possible"
    count = len(others) + 1
    shared = _shared_words(own, others[0])
    first = own.objects[shared_objects(own, others[0])[0]].name if shares else ""
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


def _beside(own: NativeCall, others: list[NativeCall]) -> Finding:
    """Different functions of one library, on one object."""
    shared = _shared_words(own, others[0])
    first = own.objects[shared_objects(own, others[0])[0]].name
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


def _knows_objects(own: NativeCall, others: list[NativeCall]) -> bool:
    return not isinstance(own.caller.locals, Absent) and any(
        not isinstance(other.caller.locals, Absent) for other in others
    )


def _shared_words(own: NativeCall, other: NativeCall) -> str:
    """ "self (rec.Recogniser at 0x7f…)"; "" when nothing is known to be shared."""
    parts = []
    for key in shared_objects(own, other):
        one = own.objects[key]
        parts.append(f"{one.name} ({one.type} at {key:#x})")
    return listed(parts, 3)


def _names(others: list[NativeCall]) -> str:
    return who_were([other.thread for other in others], MAX_NAMED)


def _lines(others: list[NativeCall]) -> str:
    """ ", called at service.py:12"."""
    places = []
    for other in others:
        location = other.caller.location
        if location.line is not None:
            places.append(file_line(location.file, location.line))
    return f", called at {listed(list(dict.fromkeys(places)), 3)}" if places else ""


def _blame(own: NativeCall, others: list[NativeCall]) -> tuple[Blame, ...]:
    lines = own_lines(own.thread)
    for other in others[:2]:
        lines += own_lines(other.thread, 1)
    return lines


def _advice(own: NativeCall, state: ProcessState) -> Advice:
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
