"""Threads in which a package asks for something again and again, or the user's own loop asks a
manager of multiprocessing, which nobody is at work to bring.

    main.py        result.get()                 the user's line
    huey/api.py    while self._get() is Empty:  asks, and is left by the answer alone
    huey/api.py        time.sleep(delay)

    mayor.py       while len(space.names) < 3:  the user's loop asks a manager,
    mayor.py           time.sleep(0.2)          whose other clients have ended

What is looked at is not known, so nothing here is more than possible.
"""

from collections.abc import Collection

from atfault.diagnose.hang.parties import (
    ON_BEHALF,
    Key,
    Link,
    Party,
    is_helper,
    packages_of,
    runs,
    runs_own_code,
)
from atfault.diagnose.hang.stuck import Hang
from atfault.diagnose.hang.watched import SOME, activity_of, cpu_share
from atfault.model.absent import Absent
from atfault.model.kinds import CHANNELS


def asking_in_vain(hang: Hang) -> list[Party]:
    """The threads of the process that do so, those that do a package's job before the main thread;
    [] where anybody else is at work, in the process or out of it."""
    own = hang.of_process(hang.state.process.pid)
    managers = _managers(hang)
    asking = [party for party in own if asks(party) or (managers and _asks_manager(party))]
    relatives = hang.state.waiting.relatives
    if not asking or isinstance(relatives, Absent) or hang.state.waiting.refused:
        return []
    below = [one for one in relatives if one.relation in ("child", "descendant")]
    below = [one for one in below if one.pid not in managers]
    if any(not one.has_died and not is_helper(one) for one in below):
        return []
    # Who has nothing at hand of what the package has, or changes nothing, brings it to nobody.
    apart = set.intersection(*[set(party.waits[0].apart) for party in asking])
    behind = hang.stuck_behind(*asking)
    if any(_works(hang, party, behind) for party in own if party.tid not in apart):
        return []
    if any(hang.handles_signals(party.pid, party.waits[0]) for party in asking):
        return []
    return sorted(asking, key=lambda party: party.is_main)


def asks(party: Party) -> bool:
    """Whether a package that the user's code has called asks, sleeps and asks again, until the
    answer comes."""
    again = party.waits[0].again if len(party.waits) == 1 else None
    if again is None or again.loop is None or again.loop.mine or not runs_own_code(party):
        return False
    is_known = party.waits[0].operation == "lock" or party.waits[0].resource.kind in CHANNELS
    return again.inquires and not again.ends and not again.serves and not is_known


def _managers(hang: Hang) -> set[int]:
    """The processes that run nothing but a manager's server."""
    others = [pid for pid in hang.states if pid != hang.state.process.pid]
    return {
        pid
        for pid in others
        if (threads := [one for one in hang.of_process(pid) if one.python])
        and all(runs(one, *ON_BEHALF) for one in threads)
    }


def _asks_manager(party: Party) -> bool:
    """Whether the user's own loop may ask a manager and sleep in turns: it does nothing else, and
    what it looks at lies in no object at hand."""
    again = party.waits[0].again if len(party.waits) == 1 else None
    activity = activity_of(party)
    condition = None if activity is None else activity.condition
    if again is None or again.loop is None or condition is None or not condition.text:
        return False
    is_at_hand = condition.is_fixed or condition.asks_world or condition.is_file
    is_left_by_answer = again.inquires and not again.ends and not again.serves
    return again.loop.mine and is_left_by_answer and again.only_tells and not is_at_hand


def kept_by(hang: Hang, asking: list[Party]) -> list[Link]:
    """The threads in code of the same packages that wait for what one of these holds."""
    keys = {party.key for party in asking}
    behind = [hang.parties[key] for key in hang.stuck_behind(*asking) if key in hang.parties]
    packages = {name for party in asking for name in packages_of(party)}
    return [
        link
        for party in hang.in_order
        if party in behind and party.key not in keys
        for link in hang.links(party)[:1]
        if link.by.key in keys and link.hold and not packages.isdisjoint(packages_of(party))
    ]


def _works(hang: Hang, party: Party, behind: Collection[Key]) -> bool:
    """Whether a thread may bring something: the user's code does, and what hears of others; a
    package's own thread that looks around now and then does not."""
    if party.key in behind or asks(party):
        return False
    activity = activity_of(party)
    if runs_own_code(party) or activity is None or cpu_share(activity) >= SOME:
        return True
    if any(task.own for task in party.tasks):
        return True
    return any(
        wait.resource.kind in CHANNELS
        and not wait.resource.channel.listening
        and hang.other_ends(wait) != {party.pid}
        for wait in party.waits
    )
