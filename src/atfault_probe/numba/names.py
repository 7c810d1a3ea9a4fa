"""Names that would have been right where Numba knows no such one: attributes that it supports of a
type, functions that it supports of a module, globals that there are."""

import sys

from atfault_probe.numba.types import get
from atfault_probe.plain.types import ModuleType, mro, name_of

MAX_NAMES = 800
_RESOLVE = "resolve_"


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
