"""Looking at objects without running anything of the user's.

An attribute of an arbitrary object may be a property, its class may have a metaclass, its `__str__`
may do anything. So nothing here uses `getattr`, `isinstance`, `str` or `repr` on an object before
its exact type is known to be written in C: types are asked through the descriptors of `type`
itself, objects through those of a type that was found so. Types are compared by `is` and never
looked up: a metaclass may have an `__eq__` and a `__hash__`.
"""

import sys

_TYPE = type.__dict__
_dict_of = _TYPE["__dict__"].__get__
_flags_of = _TYPE["__flags__"].__get__
_mro_of = _TYPE["__mro__"].__get__
_module_of = _TYPE["__module__"].__get__
_qualname_of = _TYPE["__qualname__"].__get__
name_of = _TYPE["__name__"].__get__
_HEAP_TYPE = 1 << 9
ModuleType = type(sys)
GetSet = type(_dict_of(type(lambda: 0))["__code__"])


def mro(cls):
    """The classes of a class, itself first."""
    return _mro_of(cls)


def namespace(cls):
    """What the class itself defines, read only."""
    return _dict_of(cls)


def is_static(cls):
    """Whether the type is a variable of a C program: no class statement makes such a one."""
    return not _flags_of(cls) & _HEAP_TYPE


def type_name(cls):
    """ "int", "numpy.ndarray", "__main__.Grid.Cell"."""
    name = _qualname_of(cls)
    try:
        module = _module_of(cls)
    except Exception:
        module = None
    if type(name) is not str:
        name = "?"
    if type(module) is not str or module == "builtins":
        return name
    return module + "." + name


def instance_dict(thing):
    """The attributes that an instance keeps for itself; None when it has no plain dict of them."""
    for cls in _mro_of(type(thing)):
        found = _dict_of(cls).get("__dict__")
        if found is None:
            continue
        if type(found) is not GetSet:
            return None  # a property of that name
        try:
            attributes = found.__get__(thing)
        except Exception:
            return None
        return attributes if type(attributes) is dict else None
    return None


def module_dict(name):
    """The names in an imported module; {} when it is none, or a stand-in for one."""
    module = sys.modules.get(name)
    if type(module) is not ModuleType:
        return {}
    return object.__getattribute__(module, "__dict__")
