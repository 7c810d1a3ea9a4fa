"""Tasks of event loops and greenlets, in words and lines."""

from collections.abc import Iterator

from atfault.diagnose.hang.parties import Party
from atfault.diagnose.words import file_line
from atfault.model.findings import Blame
from atfault.model.roles import is_package
from atfault.model.waits import GREENLETS, AsyncTask, TaskFrame

A_FUTURE = "a future"


def is_own(task: AsyncTask) -> bool:
    return any(frame.mine for frame in task.frames)


def in_vain(party: Party) -> list[AsyncTask]:
    """The tasks of a thread's event loop, or its greenlets, that run the user's code and wait
    without a timeout: of several at one line, the first."""
    found: dict[tuple[str, int | None], AsyncTask] = {}
    for task in party.state.waiting.tasks:
        ends = task.wait is not None and task.wait.timeout
        if task.tid == party.tid and task.state == "pending" and is_own(task) and not ends:
            mine = [frame for frame in task.frames if frame.mine]
            found.setdefault((mine[-1].file, mine[-1].line), task)
    return sorted(found.values(), key=lambda task: task.frames[0].function == "<module>")


def story(task: AsyncTask) -> str:
    kind = "greenlet" if task.library in GREENLETS else "task"
    return f"{kind} {quoted(task)} {awaits(task)}{_at(task)}"


def awaits(task: AsyncTask) -> str:
    inside = task.frames[-1] if task.frames and not task.frames[-1].mine else None
    called = called_package(task)
    if called is None and task.waits_for == A_FUTURE:
        called = inside
    where = f" in {called.function}" if called is not None else ""
    return f"waits for {task.waits_for or 'something'}{where}"


def called_package(task: AsyncTask) -> TaskFrame | None:
    """The function of a package that the user's innermost one awaits."""
    found = None
    for frame in reversed(task.frames):
        if frame.mine:
            break
        found = frame
    return found if found is not None and is_package(found.file) else None


def quoted(task: AsyncTask) -> str:
    return f'"{task.name}"' if task.name else f"at {task.address:#x}"


def _at(task: AsyncTask) -> str:
    for frame in reversed(task.frames):
        if frame.mine:
            return f" ({file_line(frame.file, frame.line)})"
    return ""


def task_lines(task: AsyncTask, party: Party) -> Iterator[Blame]:
    for frame in reversed(task.frames):
        if frame.mine:
            yield Blame(
                frame.file, frame.line, frame.function, party.name, tid=party.tid, pid=party.pid
            )
