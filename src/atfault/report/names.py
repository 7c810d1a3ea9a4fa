"""Function names cut down to what tells functions apart."""

from __future__ import annotations

from collections.abc import Container, Sequence

from atfault.model.report import FrameReport, Report, ThreadReport
from atfault.report.escape import clean, crop

MAX_NAME = 4000
"""Characters of a name that are looked at."""
MAX_SHOWN = 64
"""Columns of the name of a thread, a lock or a task."""
CLOSING = {"<": ">", "(": ")", "{": "}"}
OPERATOR_SIGNS = "<>=!+-*/%^&|~,[]"


def cropped(name: str) -> str:
    """Any name as it is shown."""
    return crop(clean(name), MAX_SHOWN)


def thread_name(name: str, tid: int | None) -> str:
    """'"pay-1"', or 'thread 4712' when it has no name."""
    return f'"{cropped(name)}"' if name else f"thread {tid}"


def is_called(thread: ThreadReport, names: Container[str], pid: int | None) -> bool:
    """Whether findings, which name threads as Python does, speak of this one. The main thread may
    go by its process's name here where Python's own name for it could not be read."""
    if thread.name in names or str(thread.tid) in names:
        return True
    return thread.tid == pid and "MainThread" in names


def state_words(report: Report, thread: ThreadReport) -> str:
    """ "crashed", "sleeping"; of the thread that got the signal that ended the process, that."""
    if report.kind in ("killed", "hang") and thread.crashed:
        return "received the signal"
    return thread.state or ("crashed" if thread.crashed else "")


def group_states(report: Report, group: Sequence[ThreadReport]) -> list[str]:
    """The states of threads with one stack: ["sleeping"], ["3 sleeping", "1 running",
    '"worker" held the GIL']."""
    counts: dict[str, int] = {}
    for thread in group:
        words = state_words(report, thread)
        counts[words] = counts.get(words, 0) + 1
    if len(counts) == 1:
        states = [words for words in counts if words]
    else:
        states = [f"{count:,} {words or 'in a state unknown'}" for words, count in counts.items()]
    for thread in group:
        if thread.holds_gil:
            name = clean(thread.name) or str(thread.tid)
            states.append("held the GIL" if len(group) == 1 else f'"{name}" held the GIL')
    return states


def is_waiting(thread: ThreadReport) -> bool:
    """Whether it sleeps, so that where it does so in the C library says nothing."""
    return not thread.crashed and (thread.waits_for is not None or thread.state == "sleeping")


def short_function(frame: FrameReport) -> str:
    """A frame's function without parameters and template arguments; "??" when unknown."""
    if frame.kind == "python":
        return clean(frame.function)
    return clean(without_arguments(frame.function)) or "??"


def without_arguments(name: str) -> str:
    """A demangled name without return type, parameters and template arguments.

    "void at::cpu<f<int> >(long)::{lambda(int)#2}::operator()(int) const"
    becomes "at::cpu<…>(…)::{lambda#2}::operator()".
    """
    name = name[:MAX_NAME].replace("(anonymous namespace)", "{anonymous}")
    out: list[str] = []
    at = 0
    while at < len(name):
        char = name[at]
        if char == "o" and name.startswith("operator", at):
            end = _after_operator(name, at)
            out.append(name[at:end])
        elif char == "(":
            end = _after_group(name, at)
            if not name.startswith("::", end):
                break  # the parameters of the function itself
            out.append("(…)")
        elif char == "<":
            end = _after_group(name, at)
            if out and out[-1] == " ":  # "operator<< <char>"
                out.pop()
            own = _rust_type(name[1 : end - 1]) if at == 0 and name.startswith("::", end) else ""
            out.append(own or "<…>")
        elif name.startswith("[abi:", at):
            end = name.find("]", at) + 1 or len(name)
        elif char == "{":
            end = _after_group(name, at)
            before, _, rest = name[at + 1 : end - 1].partition("(")
            out.append("{" + before + rest.rpartition(")")[2] + "}")
        else:
            end = at + 1
            out.append(char)
        at = end
    text = "".join(out).strip()
    if "operator " not in text:
        text = text.rpartition(" ")[2]
    return name if text in ("", "<…>") else text


def _rust_type(inside: str) -> str:
    """The type of a Rust method "<a::B<C> as d::E>::f", without its path: "B"."""
    kept, at = "", 0
    while at < len(inside):
        end = _after_group(inside, at) if inside[at] in CLOSING else at + 1
        if end == at + 1:
            kept += inside[at]
        at = end
    return kept.partition(" as ")[0].rpartition("::")[2]


def _after_operator(name: str, at: int) -> int:
    """Index behind "operator()", "operator<<" and the like, whose signs are no brackets."""
    end = at + len("operator")
    if name.startswith("()", end):
        return end + 2
    while end < len(name) and name[end] in OPERATOR_SIGNS:
        end += 1
    return end


def _after_group(name: str, at: int) -> int:
    """Index behind the bracket that closes the one at `at`; the end when none does."""
    opening, closing = name[at], CLOSING[name[at]]
    depth = 0
    for index in range(at, len(name)):
        if name[index] == opening:
            depth += 1
        elif name[index] == closing and name[index - 1 : index + 1] != "->":
            depth -= 1
            if depth == 0:
                return index + 1
    return len(name)
