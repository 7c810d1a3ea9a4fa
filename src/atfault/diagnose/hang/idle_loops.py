"""Event loops that nothing can wake any more: which of their tasks wait, and what for."""

from collections.abc import Collection, Iterator
from functools import partial

from atfault.diagnose.hang import titles
from atfault.diagnose.hang.parties import (
    Key,
    Link,
    Party,
    TaskActor,
    can_act,
    ends_of,
    runs,
)
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.task_words import (
    awaits,
    called_package,
    kind_of,
    quoted,
    story,
    task_lines,
)
from atfault.diagnose.hang.watched import others_left
from atfault.diagnose.hang.words import (
    bringing,
    chain_evidence,
    distinct,
    grounds_evidence,
    kept_place,
    kept_text,
    link_blames,
    own_lines,
    wait_blame,
    waits_for,
)
from atfault.diagnose.words import listed
from atfault.model.findings import Blame, Doubt, Evidence, Finding
from atfault.model.kinds import CHANNELS
from atfault.model.roles import is_package
from atfault.model.waits import GREENLETS, AsyncTask

LIMITS = {
    "asyncio": "with asyncio.wait_for(..., timeout)",
    "trio": "inside of `with trio.fail_after(seconds)`",
}
"""How each library ends a wait."""
A_LIMIT = "with a limit of time"
CANCELS = ("_cancel_all_tasks", "asyncio/runners.py")
"""What runs an event loop until its tasks have ended, after it has cancelled them."""
SHOWN_TASKS = 4
EACH_DONE = "call task_done() for every item, also for those that are skipped: finally"
GIVE_BACK = (
    "give back what was taken from the package before, as a connection of its pool: read each "
    "response to its end or close it, with `with`"
)
LET_IT_MOVE = (
    "let the replaced clock move while the loop runs, or leave asyncio the real one (freezegun: "
    "real_asyncio=True)"
)
NOT_WOKEN = (
    "has come, but its event loop sleeps and was not woken: another thread, or another loop, did it"
)
ROOM = (
    "wait for no room in a queue that is emptied by who waits: leave it without a limit, or keep "
    "what comes back to it in a list of one's own"
)
SENTINEL = "let the producer put a sentinel in a finally block, so also when it fails"


def runs_tasks(party: Party) -> bool:
    """Whether it waits in an event loop: one that is known, or a package's that has tasks."""
    if any(wait.resource.loop is not None for wait in party.waits):
        return True
    selects = party.waits[0].resource.kind in ("fd", *CHANNELS)
    return selects and any(one.library not in (*LIMITS, *GREENLETS) for one in party.tasks)


def tasks_of(party: Party) -> list[AsyncTask]:
    """The pending tasks of the event loop that a thread waits in; greenlets have another one."""
    selects = party.waits and party.waits[0].resource.kind in ("fd", *CHANNELS)
    if not selects or any(one.state != "pending" for one in party.tasks):
        return []
    return [one for one in party.tasks if one.library not in GREENLETS]


def lines_between_callbacks(party: Party) -> list[Blame]:
    """Where the user's tasks wait of an asyncio loop that is between two callbacks."""
    for frame in party.thread.stack.frames:
        if frame.mine:
            return []
        if frame.python is not None and frame.python.code.name == "_run_once":
            break
    else:
        return []
    pending = [one for one in party.tasks if one.state == "pending"]
    return [line for one in pending for line in task_lines(one, party)]


def of_loop(hang: Hang, party: Party, chain: list[Link]) -> tuple[Finding | None, bool]:
    """The event loop has nothing to run, no timer, and no descriptor that the outside could use;
    and whether that is what keeps code of the user's."""
    pending = [one for one in party.state.waiting.tasks if one.state == "pending"]
    pending = [task for task in pending if task.library not in GREENLETS]  # theirs is another loop
    loops = {task.loop for task in pending if task.tid == party.tid}
    tasks = [one for one in pending if one.tid == party.tid or (not loops and one.tid is None)]
    actors = [hang.tasks[Key(party.pid, task.address, "task")] for task in tasks]
    users = _users(hang, actors)
    roots = _roots(hang, actors, users)
    if not roots:
        # A package's loop in a thread of its own, for which nobody waits, is at rest.
        is_waited_for = bool(chain or own_lines(party))
        return (_of_idle_loop(hang, party, chain) if is_waited_for and not tasks else None), True
    resting = [one for one in pending if loops and one.tid is None and one.loop not in loops]
    lines: list[Blame | None] = [
        line
        for task in (*roots, *resting)
        for line in task_lines(users.get(task.address, task), party)
    ]
    behind = [one for one in hang.beside(party) if one.waits and one.waits[0].kept is not None]
    for other in behind:
        lines += [wait_blame(other, other.waits[0]), kept_place(party, other.waits[0])]
    first, clock, grounds = roots[0], _clock(party), hang.grounds([party])
    told = {task.address for task in roots}
    alone = list(only_itself(hang, hang.tasks[Key(party.pid, first.address, "task")]))
    advice = [ROOM] if alone and _kind(first) == "queue" else task_advice(first)
    finding = Finding.of(
        cause="waits-for-nobody",
        summary=f"task {quoted(first)} {awaits(first)}, and " + _why_it_rests(clock, first),
        confidence="likely",
        title=f"Stuck: {titles.who(hang, party)} "
        + ("was not woken" if first.has_come else "waits for what nobody can bring any more"),
        blame=distinct([*lines, *own_lines(party)]),
        evidence=(
            *_told(roots, resting, behind),
            *[story(task) for task in users.values() if task.address not in told][:SHOWN_TASKS],
            *alone,
            _nothing_there(hang, party),
            *chain_evidence(chain),
            *grounds_evidence(grounds),
        ),
        advice=(LET_IT_MOVE,)
        if clock
        else (*advice, f"await it {LIMITS.get(first.library, A_LIMIT)}"),
        doubts=(*_doubts(hang, party, clock), *grounds.doubts),
    )
    return finding, first.address in users


def _roots(hang: Hang, actors: list[TaskActor], users: Collection[int]) -> list[AsyncTask]:
    """The tasks that wait for no other one: first those behind which there is nobody."""
    ends = {key.number for key in ends_of(actors, partial(_would_bring, hang))}

    def rank(task: AsyncTask) -> tuple[bool, bool, bool, int]:
        # Of several that wait for a future, the one that was made last may bring the others'.
        is_end, is_users = task.address in ends, task.address in users
        return not task.has_come, not is_end, not is_users, -_number(task)

    return sorted([one.task for one in actors if not hang.links(one)], key=rank)


def _would_bring(hang: Hang, actor: TaskActor) -> Iterator[Key]:
    """Those whose own code names what ends its wait, before others that have it at hand."""
    yield from (link.by.key for link in hang.links(actor))
    found = hang.bringers(actor) or ()
    known = None if actor.task.wait is None else actor.task.wait.bringers
    direct = () if known is None else known.direct
    yield from [key for key in found if key.number in direct] or found


def only_itself(hang: Hang, actor: TaskActor) -> Iterator[Evidence]:
    if is_ended_by_itself(hang, actor):
        of = f"{kind_of(actor.task)} {quoted(actor.task)}"
        text = f"only the code of {of} itself would {bringing(actor.waits[0])}, behind that wait"
        yield Evidence(text, kind="inferred")


def is_ended_by_itself(hang: Hang, actor: TaskActor) -> bool:
    """Whether what stands behind the wait in its own functions alone would end it: a lock of a
    package's that it has taken further out, or a queue that is full and that it alone empties."""
    bringers = None if actor.task.wait is None else actor.task.wait.bringers
    if bringers is None or bringers.direct != (actor.task.address,):
        return False
    others = [Key(actor.pid, one, "task") for one in bringers.tasks if one != actor.key.number]
    return all(_waits_likewise(hang.tasks.get(key), actor) for key in others)


def _waits_likewise(other: TaskActor | None, actor: TaskActor) -> bool:
    """Whether it is in the same call, in which code of the library has the object at hand."""
    theirs, ours = other and other.task.wait, actor.task.wait
    if not theirs or not ours or theirs.resource is None or ours.resource is None:
        return False
    same = (ours.resource.address, ours.operation)
    return (theirs.resource.address, theirs.operation) == same


def was_not_woken(hang: Hang, party: Party) -> bool:
    """Whether an event loop sleeps, without a timer, though what a task of it awaits has come. A
    loop whose own thread completes a future goes on with who awaits that before it sleeps."""
    if party.key in hang.stuck or not party.waits or any(one.timeout for one in party.waits):
        return False
    return runs_tasks(party) and any(task.has_come and task.own for task in tasks_of(party))


def _doubts(hang: Hang, party: Party, clock: str) -> Iterator[Doubt]:
    others = list(others_left(hang, party)) if was_not_woken(hang, party) else []
    if clock:
        yield Doubt(f"{clock} may yet move, and bring a timer", "timer")
    elif others:
        names = listed([one.label for one in others])
        yield Doubt(f"{names} may yet wake the event loop", "other-thread")
    elif party.key not in hang.stuck:
        yield Doubt("the event loop has connections, which may bring what wakes it", "other-task")


def _why_it_rests(clock: str, first: AsyncTask) -> str:
    if clock:
        return f"its clock is {clock}"
    if first.has_come:
        return "that has come, but its event loop sleeps on"
    return "nothing is left that could wake it"


def _users(hang: Hang, actors: list[TaskActor]) -> dict[int, AsyncTask]:
    """Address of a task → itself, where it runs the user's code; of a package's, the user's that
    waits for its end."""
    found: dict[int, AsyncTask] = {}
    for actor in actors:
        if actor.task.own:
            found[actor.task.address] = actor.task
            for link in hang.chain(actor)[-1:]:
                found.setdefault(link.by.key.number, actor.task)
    return found


def _number(task: AsyncTask) -> int:
    """By which asyncio counts its tasks, of one that waits for a future; 0 for others."""
    number = task.name.removeprefix("Task-")
    return int(number) if not _kind(task) and number.isdecimal() else 0


def _kind(task: AsyncTask) -> str:
    """Of the object that it waits for; "" for a future, and for what is not known."""
    kind = "" if task.wait is None or task.wait.resource is None else task.wait.resource.kind
    return "" if kind == "future" and task.runner is None else kind


def of_cancelled(party: Party) -> Finding | None:
    """asyncio.run has cancelled what was left, and waits for a task that goes on all the same."""
    tasks = sorted(party.tasks, key=lambda task: not task.own)
    if not tasks or not runs(party, CANCELS):
        return None
    first = tasks[0]
    named = f": {first.frames[0].function}" if first.frames else ""
    return Finding.of(
        cause="waits-for-nobody",
        summary=f"asyncio.run waits for the end of task {quoted(first)}, which was cancelled and "
        f"goes on: it {awaits(first)}",
        confidence="possible",
        title=f"Stuck: a task goes on that asyncio.run has cancelled{named}",
        blame=distinct([line for task in tasks for line in task_lines(task, party)])
        or distinct(own_lines(party)),
        evidence=(
            *[story(task) for task in tasks[:SHOWN_TASKS]],
            "the main coroutine is over: each task that was left has had its CancelledError, "
            "and is waited for without a limit",
        ),
        advice=(
            "let CancelledError pass: `except Exception` does, a bare `except` or "
            "`except BaseException` in a loop does not, unless it ends in `raise`",
            "if it cleans up, give that a limit: asyncio.timeout, asyncio.wait_for",
        ),
    )


def _told(roots: list[AsyncTask], resting: list[AsyncTask], behind: list[Party]) -> Iterator[str]:
    yield from map(story, roots[:SHOWN_TASKS])
    for task in roots:
        if task.has_come:
            yield f"what task {quoted(task)} waits for {NOT_WOKEN}"
    for task in resting[:SHOWN_TASKS]:
        yield f"{story(task)}, and no thread runs its event loop"
    for one in behind:
        yield f"{one.label} {waits_for(one, one.waits[0])}; {kept_text(one.waits[0])}"


def _of_idle_loop(hang: Hang, party: Party, chain: list[Link]) -> Finding:
    """The event loop has no task at all, and somebody waits for its thread's end."""
    return Finding.of(
        cause="waits-for-nobody",
        summary=f"the event loop of {party.label} has nothing to do, and nobody is left to stop it",
        confidence="likely",
        title=f"Stuck: {titles.who(hang, party)} runs an event loop that nobody stops",
        blame=distinct([*link_blames(reversed(chain)), *own_lines(party)]),
        evidence=(
            *chain_evidence(chain),
            f"no task is pending; {_nothing_there(hang, party)}",
        ),
        advice=(
            "stop it from another thread with loop.call_soon_threadsafe(loop.stop): a plain "
            "loop.stop() does not wake a loop that waits",
        ),
    )


def _nothing_there(hang: Hang, party: Party) -> str:
    listening = [w.resource.channel.listening for w in party.waits if w.resource.channel.listening]
    if listening:
        return (
            "the event loop has no timer that would end it, and its connections lead back to this "
            f"process itself: only a new one, to {listed(listening)}, could wake it"
        )
    if was_not_woken(hang, party):
        return "the event loop sleeps without a timer, so it does not see that by itself"
    if hang.awaits_own_tasks(party):
        return "no task awaits what its event loop's connections may bring, and none can run"
    nothing = "the event loop has no timer, no connection and nothing ready to run"
    clock = _clock(party)
    if clock:
        nothing = (
            f"time.monotonic is {clock}, by which the event loop times: while that stands still, "
            "no timer comes, and it has no connection and nothing ready to run"
        )
    if any(map(can_act, hang.beside(party))):
        return f"{nothing}; every other thread that could wake it waits as well"
    return f"{nothing}; no other thread is left that could wake it"


def _clock(party: Party) -> str:
    """What stands in place of the clock of its event loop."""
    loops = [wait.resource.loop for wait in party.waits]
    return next((one.clock for one in loops if one is not None and one.clock), "")


def task_advice(task: AsyncTask) -> Iterator[str]:
    """What to do about a task whose wait nobody ends."""
    if task.has_come:
        yield (
            "what belongs to an event loop is to be used in its thread alone: set it, put it or "
            "release it by loop.call_soon_threadsafe(...), or asyncio.run_coroutine_threadsafe"
        )
        return
    kind = _kind(task)
    parts = [frame.function.rpartition(".") for frame in task.frames if not frame.mine]
    in_queue = {method for of, _, method in parts if "Queue" in of}
    if "join" in in_queue:
        yield EACH_DONE
    elif "get" in in_queue:
        yield SENTINEL
    elif kind == "event" and called_package(task) is None:
        yield "set the event on every path of the task that is to set it, also on failure"
    elif kind in ("lock", "semaphore"):
        yield "use `async with` in place of acquire() and release(), so that no path forgets it"
    elif not kind and task.frames and is_package(task.frames[-1].file):
        yield GIVE_BACK
    elif not kind:
        yield "complete the future on every path, also when the work fails"
