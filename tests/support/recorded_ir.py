"""What Numba is about to lower of the functions in `unit/probe/prange/loops.py`, without Numba:
recorded once, by `make.py` beside it."""

from __future__ import annotations

import builtins
import functools
import json
import lzma
import operator
import os
from collections.abc import Iterator
from types import CodeType, SimpleNamespace
from typing import Any

from atfault_probe.numba.places import Code

FOLDER = os.path.join(os.path.dirname(os.path.dirname(__file__)), "unit", "probe", "prange")
LOOPS = os.path.join(FOLDER, "loops.py")


def lines() -> list[str]:
    with open(LOOPS, encoding="utf-8") as file:
        return file.read().splitlines()


def codes() -> dict[str, CodeType]:
    """Of the functions, by their names."""
    whole = compile("\n".join(lines()), LOOPS, "exec")
    return {one.co_name: one for one in whole.co_consts if isinstance(one, CodeType)}


@functools.cache
def recorded() -> dict[str, Any]:
    with lzma.open(os.path.join(FOLDER, "recorded.json.xz")) as file:
        return dict(json.load(file))


def class_of(name: str) -> type:
    module = "numba.core.dispatcher" if name == "Dispatcher" else "numba.core.ir"
    return type(name, (), {"__module__": module})


def typemap(told: dict[str, list[str]]) -> dict[str, Any]:
    found = {}
    for name, (of_type, *this) in told.items():
        found[name] = class_of(of_type)()
        if this:
            found[name].this = class_of(this[0])()
    return found


class Reader:
    def __init__(self, known: dict[str, CodeType]) -> None:
        self._codes = known
        self._seen: dict[int, Any] = {}

    def thing(self, told: Any) -> Any:
        if isinstance(told, list):
            return tuple(self.thing(one) for one in told)
        if not isinstance(told, dict):
            return told
        if "again" in told:
            return self._seen[told["again"]]
        if "dict" in told:
            return {self.thing(key): self.thing(one) for key, one in told["dict"]}
        if "named" in told:
            module, name = told["named"]
            return getattr({"builtins": builtins}.get(module, operator), name)
        found = class_of("Dispatcher" if "dispatcher" in told else told["class"])()
        self._seen[told["number"]] = found
        if "dispatcher" in told:
            code = self._codes.get(told["dispatcher"])
            found.py_func = SimpleNamespace(__code__=code)
            found.overloads = dict(enumerate(self._overloads(told)))
        for name, one in told.get("has", {}).items():
            setattr(found, name, self.thing(one))
        if "list_vars" in told:
            variables = [self.thing(one) for one in told["list_vars"]]
            found.list_vars = lambda: variables
        return found

    def _overloads(self, told: dict[str, Any]) -> Iterator[Any]:
        for blocks, types in told["overloads"]:
            one, one.type_annotation = [class_of("CompileResult")()] * 2
            one.type_annotation = class_of("TypeAnnotation")()
            one.type_annotation.blocks = self.thing(blocks)
            one.type_annotation.typemap = typemap(types)
            yield one


def state_of(name: str) -> tuple[Any, Code]:
    """(what Numba's compiler knows of a function there, its code), as `races.of_state` takes it."""
    told, known = recorded()[name], codes()
    representation = class_of("FunctionIR")()
    representation.blocks = Reader(known).thing(told["blocks"])
    state, code = class_of("StateDict")(), Code(None, representation)
    state.typemap = typemap(told["types"])
    code.code = known[name]
    return state, code
