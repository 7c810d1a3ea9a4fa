"""What the other threads were doing in the library or function that a crash was in.

    crashed   forward ─ libmodel.so │ Model.run (model)      serve.py:20
    "w-1"     embed ─── libmodel.so │ Model.run (model)      serve.py:20     company: same library,
    "pool-0"  blas_thread_server                             a helper thread: none
    main      lock wait             │ Thread.join            serve.py:50     waits: none
    "w-3"     lock wait             │ with cache.lock        cache.py:12     a lock of the crashed

These are facts, no accusations: that threads meet in a library is how most programs work.
"""

from typing import NamedTuple

from atfault.diagnose.blame import own_lines, thread_label
from atfault.diagnose.facts import bare_symbol, crash_frames, plain_name
from atfault.diagnose.words import listed, place_of
from atfault.model import roles
from atfault.model.counts import counted
from atfault.model.findings import Blame, Evidence
from atfault.model.kinds import TAKEN
from atfault.model.stacks import NativeFrame, ThreadFrame, ThreadState
from atfault.model.state import ProcessState

MAX_FRAMES = 200
MAX_LINES = 3
MAX_NAMES = 4


class Companion(NamedTuple):
    """Another thread in the same place as the one that crashed."""

    thread: ThreadState
    library: str
    """Name of the native library (or "compiled code") both are inside of."""
    function: str
    """The native function both are inside of; "" where it is not the same one, or unnamed."""
    place: Blame | None
    """The user's own line it is at."""


def companions(state: ProcessState) -> tuple[Companion, ...]:
    """The other threads that were inside of what the crash was in, those inside of the same
    function first. Threads that only wait, and helper threads without Python, are none."""
    crashed = state.crashed
    if crashed is None or len(state.threads) < 2:
        return ()
    libraries = _libraries(crash_frames(crashed))
    found = []
    for thread in state.threads:
        if thread is crashed or not thread.runs_python:
            continue
        theirs = _libraries(thread.stack.frames)
        library = next((name for name in libraries if name in theirs), "")
        if library:
            function = _same_function(libraries[library], theirs[library])
            lines = own_lines(thread, 1)
            place = lines[0] if lines else None
            found.append(Companion(thread, library, function, place))
    found.sort(key=lambda one: not one.function)
    return tuple(found)


def lock_evidence(state: ProcessState) -> tuple[Evidence, ...]:
    """The locks that the crashed thread held, and who waited for them."""
    crashed = state.crashed
    if crashed is None:
        return ()
    names = {thread.thread.tid: f'"{thread_label(thread)}"' for thread in state.threads}
    found = []
    for hold in state.waiting.holds:
        if hold.tid != crashed.thread.tid or hold.resource.kind not in TAKEN:
            continue
        key = hold.resource.key
        waiting = [
            names.get(w.tid, str(w.tid)) for w in state.waiting.waits if w.resource.key == key
        ]
        if not waiting or hold.proof == "suspected":
            continue
        taken = ""
        if hold.place is not None:
            taken = f" (taken {place_of(hold.place)})"
        noun = "threads" if len(waiting) > 1 else "thread"
        found.append(
            Evidence(
                f"the thread that crashed held {hold.resource.name}{taken}, for which {noun} "
                f"{listed(sorted(waiting), MAX_NAMES)} waited"
            )
        )
    return tuple(found[:MAX_LINES])


def company_evidence(state: ProcessState) -> tuple[Evidence, ...]:
    """The companions in words, those in the same place together."""
    groups: dict[tuple[str, str, str], list[str]] = {}
    for one in companions(state):
        where = place_of(one.place)
        key = (one.library, one.function, where)
        groups.setdefault(key, []).append(f'"{thread_label(one.thread)}"')
    lines = [Evidence(_words(key, names)) for key, names in groups.items()]
    if len(lines) > MAX_LINES:
        left = sum(len(names) for names in list(groups.values())[MAX_LINES:])
        more = counted(left, "more thread was", "more threads were")
        lines[MAX_LINES:] = [Evidence(f"{more} in the same library")]
    return tuple(lines)


def _words(key: tuple[str, str, str], names: list[str]) -> str:
    library, function, where = key
    several = len(names) > 1
    who = f"threads {listed(sorted(names), MAX_NAMES)}" if several else f"thread {names[0]}"
    was = "were" if several else "was"
    at = f", at {where}" if where else ""
    inside = f"{function} of {library}" if function else library
    return f"{who} {was} inside {inside} too{at}"


def _libraries(frames: tuple[ThreadFrame, ...]) -> dict[str, dict[str, NativeFrame]]:
    """Library → its functions (linkage name → frame), of the native frames inside of the innermost
    Python frame; without those libraries that every stack has."""
    found: dict[str, dict[str, NativeFrame]] = {}
    for frame in frames[:MAX_FRAMES]:
        native = frame.native
        if native is None:
            break
        if native.is_jit:
            name = "compiled code"
        elif native.module is None or roles.is_plumbing(native.module.name):
            continue
        else:
            name = roles.library_title(native.module.name)
        found.setdefault(name, {}).setdefault(bare_symbol(native), native)
    return found


def _same_function(ours: dict[str, NativeFrame], theirs: dict[str, NativeFrame]) -> str:
    """The innermost named function that is on both stacks, by its name for people."""
    shared = next((frame for name, frame in ours.items() if name and name in theirs), None)
    return "" if shared is None else plain_name(shared)
