"""Writes recorded.json.xz: what Numba is about to lower of the functions of loops.py, and of those
that they call, as `support/recorded_ir.py` reads it.

python tests/unit/probe/prange/make.py    with Numba 0.68
"""

import builtins
import inspect
import json
import lzma
import operator
import os
import sys

import loops
import numba
from numba import types
from numba.core import event

FOLDER = os.path.dirname(os.path.abspath(__file__))
PASS = "native_parfor_lowering"
KEPT = (
    *("args", "attr", "body", "cond", "falsebr", "fn", "func", "incoming_values", "index"),
    *("index_var", "index_variable", "init_block", "items", "kws", "lhs", "line", "loc"),
    *("loop_body", "loop_nests", "name", "op", "patterns", "redvars", "rhs", "target"),
    *("start", "step", "stop", "this", "truebr", "value", "vararg"),
)
NAMES = {
    **{"i": types.int64, "f": types.float64, "b": types.boolean},
    **{"i1": types.int64[::1], "i2": types.int64[:, ::1]},
    **{"f1": types.float64[::1], "f2": types.float64[:, ::1]},
    **{"L": types.ListType(types.float64)},
    "G": types.npy_rng,
    "D": types.DictType(types.int64, types.float64),
}


class Writer:
    def __init__(self):
        self._seen = {}

    def plain(self, thing):
        if thing is None or type(thing) in (bool, int, float, str):
            return thing
        if isinstance(thing, (list, tuple)):
            return [self.plain(one) for one in thing]
        if type(thing) is dict:
            return {"dict": [[self.plain(key), self.plain(one)] for key, one in thing.items()]}
        name = getattr(thing, "__name__", "")
        for module in (builtins, operator):
            if name and getattr(module, name, None) is thing:
                return {"named": [module.__name__, name]}
        if id(thing) in self._seen:
            return {"again": self._seen[id(thing)][0]}
        self._seen[id(thing)] = (len(self._seen), thing)
        cls = type(thing)
        if isinstance(thing, numba.core.dispatcher.Dispatcher):
            return self._dispatcher(thing)
        if not cls.__module__.startswith("numba."):
            return {"class": "object", "number": self._seen[id(thing)][0]}
        told = {"class": cls.__name__, "number": self._seen[id(thing)][0], "has": {}}
        for one in KEPT:
            try:
                value = getattr(thing, one, None)
            except KeyError:  # of an ir.Expr
                continue
            if value is not None and not inspect.ismethod(value):
                told["has"][one] = self.plain(value)
        if hasattr(thing, "list_vars"):
            told["list_vars"] = [self.plain(one) for one in thing.list_vars()]
        return told

    def _dispatcher(self, thing):
        overloads = list(thing.overloads.values())[:1]
        return {
            "dispatcher": thing.py_func.__name__,
            "number": self._seen[id(thing)][0],
            "overloads": [
                [self.plain(one.type_annotation.blocks), self.types(one.type_annotation.typemap)]
                for one in overloads
                if thing.py_func.__module__ == "loops"
            ],
        }

    def types(self, typemap):
        """Of a name its type's class alone; of a method, that of what it is a method of, too."""
        told = {}
        for name, one in typemap.items():
            this = getattr(one, "this", None)
            told[name] = [type(one).__name__] + [type(this).__name__] * (this is not None)
        return told


class Listener(event.Listener):
    def __init__(self):
        self.told = {}

    def on_start(self, event):
        if str(event.data.get("name")).startswith(PASS):
            frame = sys._getframe(1)
            while frame.f_code.co_name != "_runPass":
                frame = frame.f_back
            state = frame.f_locals["internal_state"]
            if state.func_id.modname != "loops" or state.func_id.func_name not in vars(loops):
                return  # what Numba makes of a loop
            writer = Writer()
            self.told[state.func_id.func_name] = {
                "blocks": writer.plain(dict(state.func_ir.blocks)),
                "types": writer.types(state.typemap),
            }

    def on_end(self, event):
        pass


def main():
    listener = Listener()
    event.register("numba:run_pass", listener)
    for function in vars(loops).copy().values():
        if getattr(function, "__module__", "") == "loops" and not hasattr(function, "py_func"):
            wanted = getattr(function, "__annotations__", {}).values()
            if wanted:
                given = tuple(eval(one, {**vars(loops), **NAMES}) for one in wanted)
                numba.njit(parallel=True)(function).compile(given)
    with open(os.path.join(FOLDER, "recorded.json.xz"), "wb") as file:
        file.write(lzma.compress(json.dumps(listener.told, sort_keys=True).encode()))


if __name__ == "__main__":
    sys.exit(main())
