"""stack-overflow: a thread ran out of stack."""

from __future__ import annotations

from collections.abc import Iterator

from atfault.diagnose.blame import frame_blame, thread_label
from atfault.diagnose.facts import (
    ACCESSES,
    PAGE,
    RED_ZONE,
    SEGV_MAPERR,
    STACK_GUARD,
    crash_frames,
    crash_sp,
    describe_frame,
    fault_address,
    mapping_above,
    mapping_at,
    native_frames,
    plain_name,
)
from atfault.diagnose.rule import Need, rule
from atfault.diagnose.words import listed, size
from atfault.model.absent import Absent
from atfault.model.case import Case
from atfault.model.counts import counted
from atfault.model.findings import Advice, Blame, Confidence, Finding
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.state import ProcessState

NEAR = 64 * 1024
"""How far below the stack pointer a function touches its own frame."""
HANDLERS = (
    "give signal handlers a larger stack (sigaltstack), or keep large arrays out of them",
    "a handler should do no more than to note that the signal came",
)
MIN_REPEATS = 20
MAX_CYCLE = 12
MAX_LOOKED_AT = 4000
_MAX_WITHIN = 8
USUAL_LIMIT = 1000
"""sys.getrecursionlimit() of a fresh interpreter."""


@rule("stack-overflow", needs=(Need.FAULT_ADDRESS, Need.MAPPINGS), on=ACCESSES)
def stack_overflow(case: Case) -> Iterator[Finding]:
    """A thread used up its stack, nearly always by endless or very deep recursion.

    The failed access lies right below the thread's stack, close to the stack pointer. Each call
    into C code takes a piece of the C stack: 8 MB for the main thread as a rule, often less for
    others. Python's own recursion limit guards against this, unless `sys.setrecursionlimit` was
    raised, or the recursion goes through C code that does not count (a callback, a deeply nested
    structure in a parser or in `repr`, destructors of a long chain of objects).

    What to do: break the cycle named in the finding, or turn the recursion into a loop. If the
    depth is intended, run it in a thread with more stack (`threading.stack_size(512 * 1024 * 1024)`
    before the thread is made).
    """
    state = case.process
    address = fault_address(state)
    stack_pointer = crash_sp(state)
    crashed = state.crashed
    if address is None or crashed is None:
        return
    area = _stack_area(state, crashed)
    if area is not None and area[0] <= (stack_pointer or 0) < area[1] <= address:
        return  # past the other end: a loop or a copy ran over all frames
    near = stack_pointer is not None and -NEAR <= address - stack_pointer <= STACK_GUARD
    mapping = mapping_at(state, address)
    if area is not None and mapping is not None and mapping.writable and _is_refused(state):
        area = _above_guard(area, address, crashed)
    if mapping is not None and mapping.writable and not _below(area, address):
        return
    below = _below(area, address)
    huge = _in_one_huge_frame(crashed, area, address)
    deep = _cycle(crashed) if near or below or huge else None
    if not (near and below) and not (deep and (near or below)) and not huge:
        return
    confidence: Confidence = "certain" if near and below else "likely"
    evidence = []
    is_handlers = area is not None and _is_of_a_handler(crashed, area)
    one_frame = huge and not (near and below) and deep is None
    if one_frame and area is not None:
        evidence.append(f"{address:#x} lies {size(area[0] - address)} below the thread's stack")
    elif area is not None:
        used = size(area[1] - area[0])
        if is_handlers:
            evidence.append(f"the handler of a signal used all of its own stack of {used}")
        else:
            evidence.append(f'thread "{thread_label(crashed)}" used all of its stack of {used}')
            evidence.append(_limit_words(state, crashed))
    if not one_frame:
        evidence.append(f"{address:#x} lies right below the stack")
    summary = "one function needs more stack than there is" if one_frame else "the stack is used up"
    if deep is not None:
        names, depth, more = deep
        how = f"{listed(names)} called {'itself' if len(names) == 1 else 'each other'}"
        times = f"at least {depth:,}" if more else f"{depth:,}"
        summary = f"endless or too deep recursion: {how}, {times} calls deep"
    else:
        evidence.append(_largest_frame(crashed))
    evidence.append(_kinds(crashed))
    if not (one_frame or is_handlers):
        evidence.append(_recursion_limit_words(state, crashed))
    yield Finding.of(
        summary=summary,
        confidence=confidence,
        blame=_blame(crashed),
        evidence=evidence,
        advice=HANDLERS if is_handlers else _advice(state, crashed, deep is not None),
    )


def _stack_area(state: ProcessState, crashed: ThreadState) -> tuple[int, int] | None:
    """[low, high) of the crashed thread's stack, guard excluded; None when unknown.

    Without figures from the thread library: the mapping that holds the thread's outer frames.
    """
    for tid, low, high in state.layout.stack_limits:
        if tid == crashed.thread.tid and low < high:
            return low, high
    for frame in native_frames(crashed)[:64]:
        mapping = mapping_at(state, frame.cfa)
        if mapping is not None and mapping.writable:
            return mapping.start, mapping.end
    stack_pointer = crash_sp(state)
    if stack_pointer is not None:
        mapping = mapping_at(state, stack_pointer)
        if mapping is None or not mapping.writable:
            mapping = mapping_above(state, stack_pointer)
        if mapping is not None and mapping.writable and mapping.start - stack_pointer < STACK_GUARD:
            return mapping.start, mapping.end
    return None


def _is_of_a_handler(crashed: ThreadState, area: tuple[int, int]) -> bool:
    """Whether a signal's handler runs on a stack of its own (sigaltstack): what it interrupted has
    another one."""
    frames = native_frames(crashed)
    at = next((at for at, one in enumerate(frames) if one.is_signal_frame), len(frames))
    return any(not area[0] <= one.sp < area[1] for one in frames[at + 1 : at + 2])


def _is_refused(state: ProcessState) -> bool:
    """Whether the kernel says of memory that is mapped that it is not: its pages were made a guard
    with madvise(MADV_GUARD_INSTALL), which the list of mappings does not show. The stacks of glibc
    2.42 and later have such a guard."""
    return state.ending.code == SEGV_MAPERR


def _above_guard(area: tuple[int, int], address: int, crashed: ThreadState) -> tuple[int, int]:
    """[low, high) of the stack above the guard page that `address` lies in. The mapping may hold
    the stacks of several threads; each has its thread's own data at its upper end."""
    low, high = (address & -PAGE) + PAGE, area[1]
    pointer = crashed.thread.registers.thread_pointer
    if pointer is not None and low < pointer < high:
        high = min(high, (pointer + PAGE) & -PAGE)
    return low, high


def _in_one_huge_frame(crashed: ThreadState, area: tuple[int, int] | None, address: int) -> bool:
    """Whether the address lies in the frame of the innermost function, or of one that it was called
    from to fill an array there: one that starts in the stack and ends so far below that it reaches
    past the guard (a large array in C, alloca)."""
    if area is None or address >= area[0]:
        return False
    for frame in native_frames(crashed)[:_MAX_WITHIN]:
        if frame.trust != "cfi":
            return False
        if frame.cfa > area[0]:
            return frame.sp < area[0] and frame.sp - RED_ZONE <= address and frame.cfa <= area[1]
    return False


def _below(area: tuple[int, int] | None, address: int) -> bool:
    return area is not None and area[0] - STACK_GUARD <= address < area[0]


def _cycle(crashed: ThreadState) -> tuple[list[str], int, bool] | None:
    """(functions of the recursion in order of calling, depth, whether the stack goes on beyond what
    was unwound); None when nothing repeats. Python functions are preferred to native ones, and
    these to such as have no name, which are told apart by where they are."""
    frames = crash_frames(crashed)
    for pick in (_python_name, _native_name, _native_place):
        names = [name for name in map(pick, frames[:MAX_LOOKED_AT]) if name]
        for length in range(1, MAX_CYCLE + 1):
            cycle = names[len(names) // 4 :][:length]
            start = len(names) // 4
            repeats = 0
            while names[start : start + length] == cycle and len(cycle) == length:
                repeats += 1
                start += length
            if repeats >= MIN_REPEATS:
                total = sum(1 for frame in frames if pick(frame) == cycle[0])
                if pick is _native_place:
                    cycle = [name.partition("@")[0] for name in cycle]
                return list(dict.fromkeys(reversed(cycle))), total, _is_cut(crashed)
    return None


def _is_cut(crashed: ThreadState) -> bool:
    """Whether the stack goes on beyond what was unwound."""
    return bool(crashed.stack.stop_reason) or (
        not isinstance(crashed.native, Absent) and bool(crashed.native.stop_reason)
    )


def _python_name(frame: ThreadFrame) -> str:
    return "" if frame.python is None else frame.python.code.qualname or frame.python.code.name


def _native_name(frame: ThreadFrame) -> str:
    return "" if frame.native is None else plain_name(frame.native)


def _native_place(frame: ThreadFrame) -> str:
    if frame.native is None or frame.native.is_inline:
        return ""
    start = frame.native.function_start or frame.native.pc
    return f"{describe_frame(frame.native)}@{start:#x}"


def _kinds(crashed: ThreadState) -> str:
    frames = crash_frames(crashed)
    python = sum(1 for frame in frames if frame.python is not None)
    native = sum(1 for frame in frames if frame.native is not None and not frame.native.is_inline)
    if python and native:
        return (
            f"its stack holds {counted(python, 'Python call')} and {counted(native, 'native call')}"
        )
    return ""


def _limit_words(state: ProcessState, crashed: ThreadState) -> str:
    """Where the size of the stack comes from."""
    if crashed.thread.tid != state.process.pid:
        if _is_librarys(crashed):
            return "its size was set by the library that made the thread"
        return "its size was set when the thread was made (threading.stack_size can change it)"
    limits = state.surroundings.limits
    if isinstance(limits, Absent) or limits.stack is None:
        return ""
    return f"the limit of the main thread's stack is {size(limits.stack)} (ulimit -s)"


def _recursion_limit_words(state: ProcessState, crashed: ThreadState) -> str:
    if isinstance(state.python, Absent) or state.python.recursion_limit is None:
        return ""
    limit = state.python.recursion_limit
    calls = sum(1 for frame in crash_frames(crashed) if frame.python is not None)
    if limit > USUAL_LIMIT:
        return f"sys.setrecursionlimit({limit}) lets Python go deeper than the stack is large"
    if calls < limit:
        why = "native code that calls itself does not count"
        if calls >= MIN_REPEATS:
            why = "calls that go through native code take more stack"
        return f"Python's recursion limit of {limit} was not reached: {why}"
    return f"Python's recursion limit is {limit}"


def _largest_frame(crashed: ThreadState) -> str:
    frames = [one for one in native_frames(crashed)[:64] if not one.is_signal_frame]
    largest = max(frames, key=lambda frame: frame.cfa - frame.sp, default=None)
    if largest is None or largest.cfa - largest.sp < NEAR:
        return ""
    name = plain_name(largest) or "one function"
    return f"{name} alone takes {size(largest.cfa - largest.sp)} of stack"


def _blame(crashed: ThreadState) -> tuple[Blame, ...]:
    """The user's lines of the innermost frames that recur, else left to the engine."""
    counts: dict[Blame, int] = {}
    label = thread_label(crashed)
    for frame in crash_frames(crashed)[:MAX_LOOKED_AT]:
        if not frame.mine:
            continue
        blame = frame_blame(frame, label, crashed.thread.tid)
        if blame is not None:
            counts[blame] = counts.get(blame, 0) + 1
    recurring = [blame for blame, count in counts.items() if count >= MIN_REPEATS]
    if not recurring:
        return _before_recursion(crashed, label)
    return tuple(sorted(recurring, key=lambda blame: -counts[blame]))[:6]


def _is_librarys(crashed: ThreadState) -> bool:
    """Whether the thread is one that Python does not know."""
    return isinstance(crashed.python, Absent) and not crashed.has_lost_state


def _before_recursion(crashed: ThreadState, label: str) -> tuple[Blame, ...]:
    """The user's line that called into the native code that recurs, then those that it called back
    (a `__reduce__`, a key function); () when the recursion called none back."""
    lines: list[tuple[int, Blame]] = []
    last = 0
    for index, frame in enumerate(crash_frames(crashed)):
        blame = frame_blame(frame, label, crashed.thread.tid) if frame.mine else None
        if blame is not None:
            lines.append((index - last, blame))
            last = index
            if len(lines) > MIN_REPEATS:
                return ()
    if len(lines) < 2 or lines[0][0] >= MIN_REPEATS:
        return ()
    start = max(range(len(lines)), key=lambda number: lines[number][0])
    if lines[start][0] < MIN_REPEATS:
        return ()
    ordered = [blame for _, blame in lines[start:] + lines[:start]]
    return tuple(dict.fromkeys(ordered))[:6]


def _advice(state: ProcessState, crashed: ThreadState, repeats: bool) -> Iterator[Advice | str]:
    python = sum(1 for frame in crash_frames(crashed) if frame.python is not None)
    if not repeats and python < MIN_REPEATS:
        yield "native code: keep large arrays on the heap, not in local variables or alloca"
    else:
        yield "give the recursion an end, or turn it into a loop"
    raised = isinstance(state.python, Absent) or (state.python.recursion_limit or 0) > USUAL_LIMIT
    if raised and python > USUAL_LIMIT:
        yield (
            "leave sys.setrecursionlimit at its default: then Python raises RecursionError instead"
        )
    if crashed.thread.tid == state.process.pid:
        yield Advice(
            "if the depth is intended, allow a larger stack for a try", "ulimit -s unlimited"
        )
    elif _is_librarys(crashed):
        yield (
            "if the depth is intended, let the library make its threads with more stack (OpenMP: "
            "OMP_STACKSIZE, Rust: RUST_MIN_STACK)"
        )
    else:
        yield (
            "if the depth is intended, call threading.stack_size(512 * 1024 * "
            "1024) before the thread "
            "is made"
        )
