"""Whether a thread that goes round in loops gets on, as far as samples show.

    iterator of a `for` has fewer to give, or what an exit compares
        comes nearer to where it opens                                        nearer
    all that is read of the innermost loop that stays, and of all functions
        that it calls, comes back to what it was                              returns
    its turns were gone through in thought, or the iterator that it draws
        from is one that does not end                                         unending
    anything else                                                             moves

The loop may be a package's: a parser that a grammar of the user's keeps at one place, a layout that
gets the same piece again and again. Variables show a part of what they hold, so that "returns"
proves nothing: it says that nothing was seen to get on.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator

from atfault.decode.watch import loops
from atfault.decode.watch.hidden import reached
from atfault.decode.watch.loop_reading import Sources
from atfault.decode.watch.watched import Spot, Watched, place_of
from atfault.model.values import shortened
from atfault.model.waits import Advance, Place

_ENOUGH = 5
"""Readings of the loop's own variables."""
_TURNS = 2
"""How often what it calls has to have been left."""
_MAX_SHOWN = 4
_MAX_TEXT = 60
_TAKES = frozenset(
    "accept recv recv_into recvfrom poll select wait acquire sleep get_nowait".split()
)
"""Calls that bring what others have: a loop with these serves."""
_OF_SEVERAL = ("wait", "select")
"""Those that are handed what they wait for: of nothing they bring nothing, and return at once."""
_EMPTY = frozenset(("{}", "[]", "()", "set()"))


def advance_of(watched: Watched, sources: Sources) -> Advance | None:
    """What the samples tell of the loops on a thread's stack; None where it did not move, or is in
    none that is known."""
    if not watched.moved:
        call = unending_call(watched)
        return None if call is None else Advance("unending", place_of(call), (call.unending,))
    staying = watched.staying()[::-1]
    for spot in staying:
        for text in _nearer(spot):
            return Advance("nearer", place_of(spot), (text,))
    found = _loop(watched)
    return None if found is None else _of_loop(watched, found, sources)


def unending_call(watched: Watched) -> Spot | None:
    """The innermost frame, where it is in a call that takes all of what has no end."""
    innermost = next(reversed(watched.spots.values()), None)
    return innermost if innermost is not None and innermost.unending else None


def is_seldom_seen(watched: Watched) -> bool:
    """Whether it is in a package's loop, of which too little was read, or in one of the user's that
    comes back to what it was, as far as functions tell that were caught often enough."""
    found = _loop(watched) if watched.moved else None
    if found is None or not found.is_mine:
        return found is not None and found.inner.readings < _ENOUGH
    inner = [one.held for one in watched.known.values() if one is not found]
    watch = found.watch
    if watch is None or not any(one.is_seldom for one in inner) or watch.exits_move(()):
        return False
    return found.held.counts_alone(watch.counted(watched.files, watched.shown | found.held.names))


def may_go_round(watched: Watched, sources: Sources) -> bool:
    """Whether it is in a loop that may be seen not to get on, by samples that are near enough and
    each of one moment: its end was not seen to come nearer, and it serves nobody."""
    found = _loop(watched) if watched.moved else None
    if found is None or any(True for one in watched.staying() for _ in _nearer(one)):
        return False
    calls = _calls_of(watched, found, sources)
    watch = found.watch
    return calls is not None and watch is not None and not watch.exits_move(watch.assigned)


def _loop(watched: Watched) -> Spot | None:
    """The innermost of the frames that stay whose function is in a loop; None where one inside of
    it may be, as its source is not known."""
    for key, spot in reversed(watched.spots.items()):
        watch = spot.watch
        if not watched.was_never_left(key):
            continue  # it is called over and over
        if watch is None or not watch.is_known:
            return None
        if watch.has_loop:
            return spot
    return None


def _nearer(spot: Spot) -> Iterator[str]:
    for _, first, last in spot.iterators.steadily():
        yield f"its loop had {first:.0f} items to go, and later {last:.0f}"
    if spot.watch is not None:
        for text, first, last in spot.watch.gaps.on_the_whole():
            yield f"`{text}` comes nearer to its end: {first:.6g} → {last:.6g}"


def _of_loop(watched: Watched, spot: Spot, sources: Sources) -> Advance | None:
    watch, place = spot.watch, place_of(spot)
    node = None if watch is None else watch.node
    if watch is None or node is None or spot.where is None:
        return None
    if place is not None and spot.is_mine:
        place = place._replace(line=node.lineno)
    if watch.unending:
        return Advance("unending", place, (watch.unending,))
    changed = tuple(f"{name} changes" for name in sorted(spot.changed))[:_MAX_SHOWN]
    moves = Advance("moves", place, changed)
    calls = _calls_of(watched, spot, sources)
    own = spot.held if spot.is_mine else spot.inner
    # A `for` has an end of its own, which its variable tells nothing of, and what is only counted
    # changes beside whatever its exits look at.
    moved = watch.assigned & watch.in_exits if isinstance(node, ast.While) else ()
    turns = max(watched.left_calls, spot.turns, own.most_changes(moved))
    if calls is None or turns < _TURNS:
        return moves
    by_chance = any(map(_is_drawn, calls))
    drawn = watch.assigned if by_chance else frozenset()
    if by_chance and drawn.isdisjoint(watch.in_exits):
        return moves
    if not _all_comes_back(watched, spot, drawn):
        return moves
    values = spot.last if spot.is_mine else spot.values
    passed = drawn | watch.own_counters(watched.files, watched.shown | own.names)
    told = tuple(
        f"{name} = {shortened(text, _MAX_TEXT)}"
        for name, text in values.items()
        if name in watch.named and name not in passed
    )
    return Advance("returns", place, told[:_MAX_SHOWN], by_chance, tuple(_called(watched, spot)))


def _all_comes_back(watched: Watched, spot: Spot, drawn: frozenset[str]) -> bool:
    """Whether all variables of the loop's function do, and of those that it calls, or are counters
    that no exit reads. drawn: what goes by chance."""
    own = spot.held if spot.is_mine else spot.inner
    watch = spot.watch
    if watch is None or watch.node is None or own.readings < _ENOUGH:
        return False
    if watch.exits_move(drawn):
        return False
    shown = watched.shown | own.names
    packages = (
        ()
        if spot.is_mine
        else {
            one.where.code.filename
            for one in watched.known.values()
            if one.where is not None and not one.is_mine
        }
    )
    counters = watch.counted(watched.files, shown, packages)
    own_counters = watch.own_counters(watched.files, shown)
    others = [one for one in watched.known.values() if one is not spot and not drawn]
    return (
        own.counts_alone(counters, drawn | own_counters)
        and all(
            one.held.counts_alone(counters) and one.inner.counts_alone(counters) for one in others
        )
        and (
            bool(drawn)
            or not spot.is_mine
            or not watch.rests_on_unseen(watched.files, watched.unseen)
        )
    )


def _calls_of(watched: Watched, spot: Spot, sources: Sources) -> list[ast.Call] | None:
    """Those of a loop that goes by what its turns compute; None where it has no exit, opens by the
    clock, or takes what others bring."""
    watch = spot.watch
    if watch is None or watch.node is None or watch.opens_by_clock:
        return None
    if spot.is_mine and not watch.has_exit:
        return None
    calls = list(_calls(watch.node, watched.files, sources))
    own = set(ast.walk(watch.node))
    takes = (_takes(one) and not (one in own and _is_of_nothing(one, spot)) for one in calls)
    return None if any(takes) else calls


def _calls(node: ast.AST, files: Iterable[str], sources: Sources) -> Iterator[ast.Call]:
    """Those in a loop, and in functions of these files that it may call."""
    trees = (tree for one in files if (tree := sources.tree(one)) is not None)
    for part in reached(node, [inner for tree in trees for inner in ast.walk(tree)]):
        yield from (one for one in ast.walk(part) if isinstance(one, ast.Call))


def _is_drawn(call: ast.Call) -> bool:
    return loops.is_unsteady(call) and not loops.is_clock(call)


def _takes(call: ast.Call) -> bool:
    """Whether it may bring what others have: `queue.get()` does, `options.get(name)` does not."""
    name = loops.name_of(call)
    return name in _TAKES or (name == "get" and not call.args)


def _is_of_nothing(call: ast.Call, spot: Spot) -> bool:
    """Whether a call in the frame of a spot waits for what is in a variable that was empty in each
    reading: `concurrent.futures.wait(going)`."""
    given = call.args[0] if call.args and loops.name_of(call) in _OF_SEVERAL else None
    if not isinstance(given, ast.Name) or given.id in spot.changed:
        return False
    return (spot.last if spot.is_mine else spot.values).get(given.id) in _EMPTY


def _called(watched: Watched, spot: Spot) -> Iterator[Place]:
    """The user's functions that come and go inside of a package's loop."""
    if spot.is_mine:
        return
    staying = set(map(id, watched.staying()))
    inner = [one for one in watched.known.values() if one.is_mine and id(one) not in staying]
    for one in sorted(inner, key=lambda it: -it.samples)[:_MAX_SHOWN]:
        place = place_of(one)
        if place is not None:
            yield place
