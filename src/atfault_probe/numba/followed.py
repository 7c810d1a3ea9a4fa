"""A prange as it is followed on the arguments of a call: what numba.traced asks of it."""

import sys

from atfault_probe.numba import calls
from atfault_probe.numba.bodies import Body, deciding
from atfault_probe.numba.sources import Values, name_of
from atfault_probe.numba.traced import WRITING, is_pure
from atfault_probe.numba.types import get

MAX_WRITTEN = 200
_READING = (
    *("zeros", "ones", "empty", "full", "zeros_like", "ones_like", "empty_like", "full_like"),
    *("arange", "linspace", "argsort", "sort", "unique", "cumsum", "concatenate", "bincount"),
)
"""Functions of numpy that write to no argument; what they make is not known."""


class Followed(Values):
    """See Values."""

    def __init__(self, parfor, blocks, code, types):
        super().__init__(parfor, blocks, code, types)
        self._parfor = parfor
        self._body, self._bodies = None, {}

    @property
    def body(self):
        if self._body is None:
            self._body = Body(get(self._parfor, "loop_body"))
        return self._body

    @property
    def nests(self):
        return self._nests

    def made_outside(self, name):
        return self._code.assigned(name)

    def shown(self, name):
        return self._shown(name)

    def dimensions(self, name):
        """Of an array; 0 of anything else."""
        found = get(dict.get(self._types, name), "ndim")
        return found if type(found) is int and self._kind(name) == "Array" else 0

    def body_of(self, function):
        """Of a compiled function of the program's; None of others."""
        if not calls.is_dispatcher(function):
            return None
        if id(function) not in self._bodies:
            compiled = list((get(function, "overloads") or {}).values())[:1]
            blocks = [get(get(one, "type_annotation"), "blocks") for one in compiled]
            self._bodies[id(function)] = Body(blocks[0]) if any(blocks) else None
        return self._bodies[id(function)]

    def is_fixed(self, variable):
        """Whether each iteration computes the same of it."""
        return not self._sources(variable) - {"inner"}

    def is_reduced(self, name):
        return name in self._reduced or self._shown(name) in self._counts

    def conditions(self):
        """[(variable, whether it has to hold)] of what decides whether the loop is come to."""
        blocks = get(self._code._ir, "blocks") or {}
        for label, block in blocks.items():
            if any(one is self._parfor for one in get(block, "body") or ()):
                whole = Body(blocks).blocks
                return [one[1:] for one in deciding(whole, label)]
        return []

    def written_outside(self):
        """The names of arrays that the function may write to outside of the loop."""
        found, waiting = set(), list(self._code.statements())
        while waiting and len(found) < MAX_WRITTEN:
            one = waiting.pop()
            kind, value = type(one).__name__, get(one, "value")
            if one is self._parfor:
                continue
            if kind == "Parfor":
                for block in (get(one, "loop_body") or {}).values():
                    waiting += list(get(block, "body") or ())
            elif kind in ("SetItem", "StaticSetItem", "SetAttr"):
                found.add(name_of(get(one, "target")))
            elif get(value, "op") == "inplace_binop":
                found.add(name_of(get(value, "lhs")))
            elif get(value, "op") == "getattr" and get(value, "attr") in WRITING:
                found.add(name_of(get(value, "value")))
            elif get(value, "op") == "call" and not self._is_reading(value):
                found |= {name_of(each) for each in get(value, "args") or ()}
                found |= {name_of(each[1]) for each in get(value, "kws") or ()}
        return found

    def _is_reading(self, call):
        """Whether a call is known to write to none of its arguments."""
        name = name_of(get(call, "func"))
        if get(call, "kws") or get(call, "vararg"):
            return False
        if is_pure(self._global(name)) or self._global(name) in (range, slice):
            return True
        made = self._code.assigned(name)
        value = get(made[0], "value") if len(made) == 1 else None
        is_numpys = self._global(name_of(get(value, "value"))) is sys.modules.get("numpy")
        return get(value, "op") == "getattr" and is_numpys and get(value, "attr") in _READING
