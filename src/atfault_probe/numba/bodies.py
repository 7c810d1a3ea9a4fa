"""What the representation of a loop or a function says, read once, to be followed many times."""

import operator

from atfault_probe.numba.sources import name_of
from atfault_probe.numba.types import get

_UNARY = {"usub": "neg", "-": "neg", "~": "invert", "not": "not_"}


class Body:
    """What is interpreted: a loop, or a function that it calls.

    blocks: of each label [(kind, statement, parts)]. Where a part is a variable it is its name,
    else a number.
    """

    def __init__(self, blocks):
        self._counts = {}
        self.blocks = self._read(blocks)

    def _read(self, blocks):
        return {
            label: [self._statement(one) for one in list(get(block, "body") or ())]
            for label, block in (blocks or {}).items()
        }

    def _statement(self, one):
        kind, parts = type(one).__name__, ()
        if kind == "Assign":
            name = name_of(get(one, "target"))
            self._counts[name] = self._counts.get(name, 0) + 1
            parts = (name, *expression(get(one, "value")))
        elif kind in ("SetItem", "StaticSetItem"):
            kind = "SetItem"
            parts = (_part(get(one, "target")), _index_in(one), _part(get(one, "value")))
        elif kind == "SetAttr":
            parts = (_part(get(one, "target")), get(one, "attr"), _part(get(one, "value")))
        elif kind == "Branch":
            parts = (_part(get(one, "cond")), get(one, "truebr"), get(one, "falsebr"))
        elif kind == "Jump":
            parts = (get(one, "target"),)
        elif kind == "Return":
            parts = (_part(get(one, "value")),)
        elif kind == "Parfor":
            nests = [
                (name_of(get(nest, "index_variable")), *nest_ends(nest))
                for nest in get(one, "loop_nests") or ()
            ]
            block = get(one, "init_block")
            before = self._read({0: block} if block is not None else None)
            parts = (before, nests, self._read(get(one, "loop_body")))
        return kind, one, parts

    def is_carried(self, name):
        """Whether a variable is assigned in more than one place."""
        return self._counts.get(name, 0) > 1


def nest_ends(nest):
    return [_part(get(nest, one)) for one in ("start", "stop", "step")]


def _part(thing):
    return name_of(thing) if name_of(thing) is not None else thing


def _index_in(thing):
    found = get(thing, "index_var")
    return _part(found if found is not None else get(thing, "index"))


def expression(value):
    """(kind, …) of what is assigned."""
    kind, op = type(value).__name__, get(value, "op")
    if kind == "Var":
        return "copy", name_of(value)
    if kind in ("Const", "Global", "FreeVar"):
        return "constant", get(value, "value")
    if kind == "Arg":
        return "argument", get(value, "index"), str(get(value, "name"))
    if op in ("binop", "inplace_binop", "unary"):
        parts = ("value",) if op == "unary" else ("lhs", "rhs")
        function = get(value, "fn")
        name = function if type(function) is str else getattr(function, "__name__", "")
        function = getattr(operator, _UNARY.get(name, name), None)
        given = [_part(get(value, one)) for one in parts]
        return "operator", function, given, op == "inplace_binop"
    if op == "call":
        given = [_part(one) for one in get(value, "args") or ()]
        is_plain = not get(value, "vararg") and not get(value, "kws")
        return "call", _part(get(value, "func")), given, is_plain
    if op in ("getitem", "static_getitem"):
        return "item", _part(get(value, "value")), _index_in(value)
    if op == "getattr":
        return "attribute", _part(get(value, "value")), get(value, "attr")
    if op == "build_tuple":
        return "tuple", [_part(one) for one in get(value, "items") or ()]
    if op in ("cast", "exhaust_iter"):
        return "copy", _part(get(value, "value"))
    if op in ("getiter", "iternext", "pair_first", "pair_second"):
        return op, _part(get(value, "value"))
    return ("unknown",)


def deciding(blocks, label):
    """[(id of a branch, its condition, whether it holds)] that are so where a block is come to."""
    last = {one: body[-1] if body else (None, None, ()) for one, body in blocks.items()}
    found = []
    for one, (kind, statement, parts) in last.items():
        for number, target in enumerate(parts[1:] if kind == "Branch" else ()):
            waiting, seen = [min(blocks)], set()
            while waiting:
                at = waiting.pop()
                if at in seen or at not in last:
                    continue
                seen.add(at)
                targets = {"Branch": last[at][2][1:], "Jump": last[at][2]}.get(last[at][0], ())
                waiting += [each for each in targets if (at, each) != (one, target)]
            if label not in seen:
                found.append((id(statement), parts[0], number == 0))
    return found
