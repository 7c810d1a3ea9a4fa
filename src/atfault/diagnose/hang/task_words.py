"""Tasks of event loops and greenlets, in words and lines."""

from atfault.diagnose.hang.parties import Party
from atfault.diagnose.hang.words import place_blame
from atfault.diagnose.words import file_line
from atfault.model.findings import Blame
from atfault.model.roles import is_package, module_file
from atfault.model.waits import GREENLETS, AsyncTask, Place

A_FUTURE = "a future"


def in_vain(party: Party) -> list[AsyncTask]:
    """The tasks of a thread's event loop, or its greenlets, that run the user's code and wait
    without a timeout: of several at one line, the first."""
    found: dict[tuple[str, int | None], AsyncTask] = {}
    for task in party.tasks:
        ends = task.wait is not None and task.wait.timeout
        if task.state == "pending" and task.own and not ends:
            found.setdefault((task.own[0].file, task.own[0].line), task)
    return sorted(found.values(), key=lambda task: task.frames[0].function == "<module>")


def is_sleep(frame: Place) -> bool:
    return frame.function == "sleep" and module_file(frame.file) == "asyncio/tasks.py"


def kind_of(task: AsyncTask) -> str:
    """ "task" or "greenlet"."""
    return "greenlet" if task.library in GREENLETS else "task"


def story(task: AsyncTask) -> str:
    kind = kind_of(task)
    where = f" ({file_line(task.own[0].file, task.own[0].line)})" if task.own else ""
    return f"{kind} {quoted(task)} {awaits(task)}{where}"


def awaits(task: AsyncTask) -> str:
    inside = task.frames[-1] if task.frames and not task.frames[-1].mine else None
    called = called_package(task)
    if called is None and task.waits_for == A_FUTURE:
        called = inside
    where = f" in {called.function}" if called is not None else ""
    return f"waits for {task.waits_for or 'something'}{where}"


def called_package(task: AsyncTask) -> Place | None:
    """The function of a package that the user's innermost one awaits."""
    found = None
    for frame in reversed(task.frames):
        if frame.mine:
            break
        found = frame
    return found if found is not None and is_package(found.file) else None


def quoted(task: AsyncTask) -> str:
    return f'"{task.name}"' if task.name else f"at {task.address:#x}"


def task_lines(task: AsyncTask, party: Party) -> list[Blame]:
    return [place_blame(place, party) for place in task.own]
