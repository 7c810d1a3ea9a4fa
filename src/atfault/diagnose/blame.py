"""Which lines of the user's own code a crash is put down to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from atfault.diagnose.facts import SENDING, SIGABRT, bare_symbol, crash_frames
from atfault.diagnose.words import file_line, listed
from atfault.model import roles
from atfault.model.absent import Absent
from atfault.model.findings import Blame
from atfault.model.stacks import ThreadFrame, ThreadState
from atfault.model.state import ProcessState
from atfault.stacks.mine import is_mine

if TYPE_CHECKING:  # only known under `run`, or of some crashes
    from atfault.model.start import LastMoment
    from atfault.model.suspects import SuspectCall

MAX_LINES = 6
_MAX_SENDING = 4
"""Frames in which a thread sends itself a signal."""
FROM_STRING = "<string>"
SYSTEM = "/usr/"
"""Where headers and sources of the system lie."""


def thread_label(thread: ThreadState) -> str:
    """Its name, or its tid as text."""
    return thread.name or str(thread.thread.tid)


def thread_words(state: ProcessState, thread: ThreadState) -> str:
    """'thread "worker"'; "the main thread" where Python does not know it, or not any more."""
    label = thread_label(thread)
    if thread.thread.tid == state.process.pid and label != "MainThread":
        return "the main thread"
    return f'thread "{label}"'


def who_were(threads: Iterable[ThreadState], most: int) -> str:
    """'thread "a" was', 'threads "a" and "b" were'."""
    names = [f'"{thread_label(one)}"' for one in threads]
    return f"thread {names[0]} was" if len(names) == 1 else f"threads {listed(names, most)} were"


def own_lines(thread: ThreadState, limit: int = MAX_LINES) -> tuple[Blame, ...]:
    """The user's own lines on a thread's stack, innermost first, each once; after them what has no
    line that anybody can see: code that was made from a string, what exec was given, or what
    dataclasses wrote, and what runs behind the end of its bytecode."""
    return tuple(sorted(_blames(thread, limit), key=_is_unseen))


def seen_first(crashed: ThreadState | None, lines: Sequence[Blame]) -> tuple[Blame, ...]:
    """Lines of the crashed thread that a rule blames, after the innermost of the thread's own that
    anybody can see where none of them is such a line (see `own_lines`). Of a program that is itself
    a text (`python -c`), its own lines can be seen."""
    tid = None if crashed is None else crashed.thread.tid
    if crashed is None or any(one.tid != tid or not _is_unseen(one) for one in lines):
        return tuple(lines)
    own = tuple(_blames(crashed, len(crashed.stack.frames)))
    if not own or _is_unseen(own[-1]):
        return tuple(lines)
    return (next(one for one in own if not _is_unseen(one)), *lines)


def _is_unseen(line: Blame) -> bool:
    return line.file == FROM_STRING or line.line is None


def last_lines(last: LastMoment | Absent, pid: int) -> tuple[Blame, ...]:
    """The user's own lines that a process was in at its end, innermost first."""
    if isinstance(last, Absent):
        return ()
    thread = "MainThread" if last.tid == pid else str(last.tid)
    places = dict.fromkeys(last.own)
    return tuple(
        Blame(p.file, p.line, p.function, thread, tid=last.tid, pid=pid)
        for p in list(places)[:MAX_LINES]
    )


def unhandled_lines(state: ProcessState) -> tuple[Blame, ...]:
    """The user's own lines that an exception which nothing handled went through, innermost first,
    and those that the thread is in; () where it went through none."""
    crashed, unhandled = state.crashed, state.abort.unhandled
    if crashed is None or unhandled is None:
        return ()
    label, tid = thread_label(crashed), crashed.thread.tid
    own = dict.fromkeys((p.file, p.line, p.function) for p in unhandled.places if p.mine)
    if not own:
        return ()
    lines = tuple(Blame(file, line, name, label, tid=tid) for file, line, name in own)
    handed = unhandled.handed_on
    if handed is not None and state.ending.number != SIGABRT:  # its native code is at fault
        lines = tuple(sorted(lines, key=lambda one: (one.file, one.line) != handed[:2]))
    return (lines + own_lines(crashed))[:MAX_LINES]


def raised_where(state: ProcessState) -> str:
    """ "KeyError('pears') was raised in show (app.py:12)": the exception that nothing handled, and
    which native code had called what raised it; "" for none."""
    unhandled = state.abort.unhandled
    if unhandled is None:
        return ""
    place = unhandled.places[0]
    where = file_line(place.file, place.line) if place.line is not None else place.file
    did = "was raised in" if unhandled.is_whole else "with a damaged traceback went through"
    if unhandled.is_released:
        did = "that was handled went through"
    handed = unhandled.handed_on
    by = f", which native code of {file_line(*handed[:2])} had called" if handed is not None else ""
    return f"{unhandled.text} {did} {place.function} ({where}){by}"


def _blames(thread: ThreadState, limit: int) -> Iterable[Blame]:
    seen: set[tuple[str, int | None, str]] = set()
    for frame in crash_frames(thread):
        if not frame.mine:
            continue
        blame = frame_blame(frame, thread_label(thread), thread.thread.tid)
        if blame is None or (blame.file, blame.line, blame.function) in seen:
            continue
        seen.add((blame.file, blame.line, blame.function))
        yield blame
        if len(seen) >= limit:
            return


def frame_blame(frame: ThreadFrame, thread: str, tid: int, pid: int | None = None) -> Blame | None:
    """The line that a frame is at; None when its file is unknown."""
    if frame.python is not None:
        location = frame.python.location
        name = frame.python.code.name
        return Blame(location.file, location.line, name, thread, tid=tid, pid=pid)
    native = frame.native
    if native is None or native.location is None:
        return None
    name = native.name or native.symbol
    return Blame(native.location.file, native.location.line, name, thread, tid=tid, pid=pid)


def call_and_lines(thread: ThreadState, call: SuspectCall) -> tuple[Blame, ...]:
    """The line of the call, then those that the thread is at."""
    label, tid = thread_label(thread), thread.thread.tid
    return (Blame(call.file, call.line, call.function, label, tid=tid), *own_lines(thread))


def default_blame(state: ProcessState) -> tuple[tuple[Blame, ...], str]:
    """(lines, note): the crashed thread's own lines, or else those of the thread it worked for.

    note says what the reader must know about the choice; "" when there is nothing to say.
    """
    crashed = state.crashed
    if crashed is None:
        return (), ""
    lines, made = own_lines(crashed), state.objects.made
    handling = native_lines(state, crashed, in_handler=True)
    if handling:
        return (
            *handling,
            *lines,
        ), "it runs as the handler of a signal, which no line of Python calls"
    raised, unhandled = unhandled_lines(state), state.abort.unhandled
    if raised and unhandled is not None and unhandled.is_released:
        return raised, f"{raised_where(state)}; the crash came as its variables were given up"
    if lines and made is not None:
        what = f"the call of {made.name}" if made.name else "a call"
        where = f"{made.function} ({file_line(made.file, made.line)})"
        words = f"the object that is passed there was made by {what} in {where}, which returned it"
        return call_and_lines(crashed, made), words
    if lines:
        return lines, ""
    if raised and unhandled is not None and unhandled.is_printed:
        return raised, f"{raised_where(state)}, and the crash came as that was being printed"
    label = thread_label(crashed)
    lines, who = _waiting_for(state, crashed)
    if lines:
        return lines, f"{_without_lines(state, crashed)}; the one shown waits for it{who}"
    employer = _employer(state, crashed)
    if employer is None and (written := native_lines(state, crashed)):
        return written, f"{_without_lines(state, crashed)}; the one shown is of native code"
    if employer is None:
        return _package_lines(crashed, _without_lines(state, crashed))
    thread, shared = employer
    other = thread_label(thread)
    if other == label:
        label, other = f"{label} {crashed.thread.tid}", f"{other} {thread.thread.tid}"
    note = (
        f'thread "{label}" runs none of your lines: it is a helper thread of {shared}, and '
        f'the line shown is that of thread "{other}", which was in {shared} at that moment'
    )
    return own_lines(thread), note


def on_line(state: ProcessState) -> str:
    """ " on that line", for what is said of a crash; "" where `default_blame` names no line."""
    return " on that line" if default_blame(state)[0] else ""


def what_is_passed(state: ProcessState) -> str:
    """ "what that line passes"; "what is passed" where no line is named."""
    return "what that line passes" if default_blame(state)[0] else "what is passed"


def _without_lines(state: ProcessState, crashed: ThreadState) -> str:
    """Why no line is named. Where a part of the stack is missing, they may be there."""
    if isinstance(state.python, Absent):
        return f"no line of yours can be named: {state.python.reason}"
    if crashed.stack.stop_reason:
        return (
            "none of your own lines is in what could be read of the stack of "
            f"{thread_words(state, crashed)}, which is not all of it"
        )
    return f"none of your own lines is on the stack of {thread_words(state, crashed)}"


def native_lines(
    state: ProcessState, crashed: ThreadState, *, in_handler: bool = False
) -> tuple[Blame, ...]:
    """The innermost line of native code that belongs to no package, where its debug information
    names the source: what a library's own thread was at, which runs no Python code. in_handler: of
    a signal's handler alone."""
    frames = crash_frames(crashed)
    if in_handler:
        signals = (at for at, one in enumerate(frames) if one.native and one.native.is_signal_frame)
        signal = next(signals, 0)
        sent = [
            bare_symbol(one.native) for one in frames[signal + 1 :][:_MAX_SENDING] if one.native
        ]
        if not SENDING.isdisjoint(sent):
            return ()  # the thread itself had that called, from the line that it is at
        frames = frames[:signal]
    for frame in frames:
        native = frame.native
        if native is None:
            return ()
        module, location = native.module, native.location
        if module is None or location is None or native.is_inline:
            continue
        if roles.is_plumbing(module.name) or roles.is_package(module.path):
            continue
        if location.file.startswith(SYSTEM) or not is_mine(location.file, state.python):
            continue  # a template of C++'s own library, say
        line = frame_blame(frame, thread_label(crashed), crashed.thread.tid)
        return () if line is None else (line,)
    return ()


def _package_lines(crashed: ThreadState, why: str) -> tuple[tuple[Blame, ...], str]:
    """(lines, note): those of the installed package that called what failed. Programs are installed
    as packages, too, and then no code on the stack is the user's own."""
    failed: set[str] = set()
    called: dict[str, list[Blame]] = {}
    for frame in crash_frames(crashed):
        module = frame.native.module if frame.native is not None else None
        if module is not None and not called:
            failed.add(roles.package_name(module.path).partition(".")[0])
        if frame.python is None:
            continue
        package = roles.package_name(frame.python.code.filename)
        blame = frame_blame(frame, thread_label(crashed), crashed.thread.tid)
        if package and package not in failed and blame is not None:
            called.setdefault(package, []).append(blame)
    if not called:
        return (), why
    package, lines = next(iter(called.items()))
    note = f"{why}; the line shown is of the package {package}, which called what failed"
    return tuple(dict.fromkeys(lines))[:MAX_LINES], note


def _waiting_for(state: ProcessState, crashed: ThreadState) -> tuple[tuple[Blame, ...], str]:
    """(lines, who): the own lines of the one thread or asyncio task that waits for what the crashed
    thread does; ((), "") when there is none, or several."""
    tid = crashed.thread.tid
    waiting = {
        wait.tid for wait in state.waiting.waits if wait.target_tid == tid and wait.tid != tid
    }
    found = []
    for thread in state.threads:
        if thread.thread.tid in waiting and own_lines(thread):
            found.append((own_lines(thread), f', in thread "{thread_label(thread)}"'))
    by_tid = {thread.thread.tid: thread_label(thread) for thread in state.threads}
    for task in state.waiting.tasks:
        if task.runner == tid:
            label = by_tid.get(task.tid, "") if task.tid is not None else ""
            lines = tuple(
                Blame(f.file, f.line, f.function, label, tid=task.tid) for f in task.own[:MAX_LINES]
            )
            if lines:
                found.append((lines, f', in task "{task.name}"'))
    return found[0] if len(found) == 1 else ((), "")


def _employer(state: ProcessState, crashed: ThreadState) -> tuple[ThreadState, str] | None:
    """The one other thread that is in the same library, with lines of the user's above that."""
    wanted = _libraries(crashed)
    candidates = []
    for thread in state.threads:
        if thread is crashed or not any(frame.mine for frame in thread.stack.frames):
            continue
        shared = [name for name in _libraries(thread) if name in wanted]
        if shared:
            candidates.append((thread, shared[0]))
    return candidates[0] if len(candidates) == 1 else None


def _libraries(thread: ThreadState) -> list[str]:
    """Names of the native libraries on a stack down to its innermost line of the user's own, in
    order, without those that are on every stack."""
    names: dict[str, None] = {}
    for frame in thread.stack.frames[:200]:
        if frame.mine:
            break
        if frame.native is not None and frame.native.module is not None:
            name = frame.native.module.name
            if not roles.is_plumbing(name):
                names[name] = None
    return list(names)
