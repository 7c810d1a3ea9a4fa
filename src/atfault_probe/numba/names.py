"""Names that would have been right where Numba knows no such one: attributes that it supports of a
type, functions that it supports of a module, globals that there are.

What is wrong with a `with objmode(…)` of a function that Numba compiles.
"""

import sys

from atfault_probe.numba.places import own_name
from atfault_probe.numba.types import get
from atfault_probe.plain.types import ModuleType, mro, name_of

MAX_NAMES = 800
_RESOLVE = "resolve_"
_BODY = "mutate_with_body"
_WITH = ("BEFORE_WITH", "SETUP_WITH", "LOAD_SPECIAL")
_FOUND = (("not_annotated", "objmode"), ("extra_annotated", "objmode_extra"))
"""Local of Numba's function that turns the block into a call → the name that it has here."""


def of_type(context, one):
    """Supported attributes of a type; [] when they cannot be told."""
    bases = [name_of(cls) for cls in mro(type(one))]
    if "Module" in bases:
        return _of_module(context, get(one, "pymod"))
    found = {}
    if "ClassInstanceType" in bases:
        for part in ("struct", "jit_methods", "jit_props"):
            found.update((name, None) for name in get(one, part) or () if type(name) is str)
    if "StructRef" in bases:
        fields = get(one, "_fields")
        pairs = fields if type(fields) is tuple else ()
        found.update((pair[0], None) for pair in pairs if type(pair) is tuple and pair)
    for template in context._get_attribute_templates(one):
        cls = type(template)
        own = getattr(cls, "_attr", None)
        if type(own) is str:
            found[own] = None
        for base in mro(cls):
            for name in vars(base):
                if name.startswith(_RESOLVE):
                    found[name[len(_RESOLVE) :]] = None
    names = (name for name in found if type(name) is str)
    return sorted(name for name in names if not name.startswith("_"))[:MAX_NAMES]


def _of_module(context, module):
    """Of a module of numpy's or of the standard library's: what is not the program's own."""
    if type(module) is not ModuleType:
        return []
    space = object.__getattribute__(module, "__dict__")
    name = space.get("__name__")
    if type(name) is not str or name.partition(".")[0] not in (
        "numpy",
        "math",
        "cmath",
        "operator",
    ):
        return []
    known = context._globals
    found = []
    for attribute, value in list(space.items()):
        if type(attribute) is str and not attribute.startswith("_") and len(found) < MAX_NAMES:
            try:
                if value in known:
                    found.append(attribute)
            except TypeError:
                pass  # not hashable
    return sorted(found)


def of_globals(function):
    """The names that a function can see besides its own."""
    space = getattr(function, "__globals__", None)
    names = list(space)[:MAX_NAMES] if type(space) is dict else []
    builtins = sys.modules.get("builtins")
    names += list(vars(builtins))[:MAX_NAMES]
    return sorted(one for one in names if type(one) is str and not one.startswith("_"))[:MAX_NAMES]


def of_context(told, code, frames):
    """Variables that leave the block without a type, or types for such as do not; whether it was
    that."""
    for _, function, frame in reversed(frames):
        values = frame.f_locals
        if function != _BODY:
            continue
        for local, name in _FOUND:
            variables = values.get(local)
            if type(variables) is set and variables:
                told["what"], told["name"] = "construct", name
                told["place"] = _place(code, values)
                told["operands"] = [_operand(one) for one in sorted(variables, key=str)]
                return True
    return False


def _place(code, values):
    blocks = values.get("blocks")
    block = blocks.get(values.get("blk_start")) if type(blocks) is dict else None
    line = get(get(block, "loc"), "line")
    if type(line) is not int:
        return None
    return code.before(_WITH, line) or [line, None, None, None]


def _operand(name):
    shown = own_name(name) or (name if type(name) is str else "")
    return {"role": "value", "name": shown, "type": None, "place": None, "origins": []}
