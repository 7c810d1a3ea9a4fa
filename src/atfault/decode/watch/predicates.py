"""What a thread waits for at a condition: the test that it asks again each time it is notified.

    while self.serving != mine:                 asked again: self.serving = 1, mine = 2
        self.turns.wait()
    turns.wait_for(lambda: free >= wanted)      asked again: free = 8, wanted = 9

The test is computed with the values that are there (`turns`). Where it says that the wait goes on,
a notification ends it only after somebody has changed one of those.
"""

import ast
import re
from collections.abc import Collection, Sequence
from typing import NamedTuple

from atfault.cpython.frames.frame_slots import free_variables, namespace, variables
from atfault.cpython.runtime import PythonRuntime
from atfault.cpython.sync.stores import Input
from atfault.cpython.values.object_reader import ObjectReader
from atfault.decode.watch import loops
from atfault.decode.watch.loop_reading import Sources
from atfault.decode.watch.moving import NotKnown
from atfault.decode.watch.turns import Kept, Turns
from atfault.errors import MemoryFault
from atfault.model.roles import is_threading
from atfault.model.stacks import PyFrame
from atfault.model.values import shortened
from atfault.model.waits import LoopCondition

_MAX_TEXT = 80
_MAX_INPUTS = 6
_ASKS = ast.parse("not predicate()", mode="eval").body
"""What Condition.wait_for of threading asks again."""


class Predicate(NamedTuple):
    """A test that keeps a thread waiting."""

    condition: LoopCondition
    inputs: tuple[Input, ...]
    """What others would have to change, as their code would know it."""


def predicate_of(
    runtime: PythonRuntime, sources: Sources, frames: Sequence[PyFrame]
) -> Predicate | None:
    """Of a thread in wait() or wait_for() of a condition of threading, which its own code has
    called; None where there is none, it is not known, or it would let the thread go on. frames:
    the innermost first."""
    asked = frames[1] if len(frames) > 2 and _is(frames[1], "wait_for") else None
    at = 2 if asked is not None else 1
    if len(frames) <= at or not _is(frames[0], "wait") or is_threading(frames[at].code.filename):
        return None
    frame = frames[at]
    function, line = sources.function(frame.code), frame.location.line or 0
    node = None if function is None else loops.find_loop(function, {line})
    test = _ASKS if asked is not None else node.test if isinstance(node, ast.While) else None
    if function is None or test is None or isinstance(test, ast.Constant):
        return None
    reader = ObjectReader(runtime)
    inside = asked or frame
    is_module = isinstance(function, ast.Module)
    own = set() if is_module else set(variables(runtime, reader, frame))
    turns = Turns(runtime, sources, variables(runtime, reader, inside), namespace(runtime, inside))
    try:
        rest = ast.copy_location(ast.Pass(), test)
        kept = turns.kept_by(ast.copy_location(ast.While(test, [rest], []), test))
    except (NotKnown, MemoryFault):
        return None
    if not kept:
        return None
    text, owner = ast.unparse(test), "predicate"
    if asked is not None:
        text, owner = _given(function, line) or (text, owner)
    private = own - free_variables(runtime, frame) - loops.shared_names(function)
    names = {one: re.sub(r"^predicate\b", owner, one.name) for one in kept if one.is_plain}
    shown = [f"{name} = {one.text}" for one, name in names.items()]
    inputs = [one for each in kept for one in _inputs(each, private)]
    condition = LoopCondition(
        line,
        line,
        shortened(text, _MAX_TEXT),
        tuple(shown)[:_MAX_INPUTS],
        is_fixed=True,
        is_private=not inputs,
        acts=False,
        comes_round=True,
    )
    return Predicate(condition, tuple(inputs))


def _is(frame: PyFrame, name: str) -> bool:
    return frame.code.name == name and is_threading(frame.code.filename)


def _given(function: loops.Scope, line: int) -> tuple[str, str] | None:
    """The source of what wait_for() is given there, and of what that is a method of: ("not
    self.is_open()", "self"); None where it is not found."""
    for one in ast.walk(function):
        if isinstance(one, ast.Call) and loops.covers(one, line) and one.args:
            given = one.args[0]
            if loops.name_of(one) == "wait_for" and isinstance(given, ast.Lambda):
                return ast.unparse(ast.UnaryOp(ast.Not(), given.body)), "predicate"
            if loops.name_of(one) == "wait_for":
                owner = given.value if isinstance(given, ast.Attribute) else given
                return f"not {ast.unparse(given)}()", ast.unparse(owner)
    return None


def _inputs(kept: Kept, private: Collection[str]) -> list[Input]:
    """As `LoopWatch.inputs`: a variable of the function that waits nobody else can assign."""
    names = [one for one in re.split(r"[.\[]", kept.name.partition("(")[0]) if one.isidentifier()]
    is_own = bool(names) and names[0] in private
    if is_own and len(names) == 1 and not kept.held_in:
        return []
    found = [Input(one) for one in (names[1:] if is_own else names)]
    return [*found, *([Input("", kept.held_in, by_anybody=True)] if kept.held_in else [])]
