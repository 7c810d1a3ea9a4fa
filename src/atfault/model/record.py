"""`NamedTuple` without the import cost of `typing`.

Start-up time is part of every answer: importing `typing` or `dataclasses` costs as much as
reading a small core. Type checkers see `typing.NamedTuple`; at run time the same class syntax goes
through the small metaclass below and gives the same thing, an immutable subclass of `tuple`.

    class Point(NamedTuple):
        x: int
        y: int = 0
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple as NamedTuple
else:
    from _collections import _tuplegetter

    def _new_on_first_use(cls, *args, **kwargs):
        """Compile the constructor when the first instance is made: most runs need few classes."""
        new = _make_new(cls.__name__, cls._fields, cls._field_defaults)
        cls.__new__ = staticmethod(new)
        return new(cls, *args, **kwargs)

    def _make_new(name, fields, defaults):
        parameters = ", ".join(f"{f}=_defaults[{f!r}]" if f in defaults else f for f in fields)
        values = "".join(f"{f}, " for f in fields)
        scope = {"_tuple_new": tuple.__new__, "_defaults": defaults, "__name__": f"record_{name}"}
        exec(f"def __new__(_cls, {parameters}): return _tuple_new(_cls, ({values}))", scope)
        return scope["__new__"]

    def _repr(self):
        inside = ", ".join(f"{f}={v!r}" for f, v in zip(self._fields, self))
        return f"{type(self).__name__}({inside})"

    def _asdict(self):
        return dict(zip(self._fields, self))

    def _replace(self, **changes):
        unknown = changes.keys() - set(self._fields)
        if unknown:
            raise ValueError(f"Got unexpected field names: {sorted(unknown)}")
        return type(self)(*(changes.get(f, v) for f, v in zip(self._fields, self)))

    def _getnewargs(self):
        return tuple(self)

    class _RecordMeta(type):
        def __new__(mcs, name, bases, namespace):
            if not bases:
                return super().__new__(mcs, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            for index, field in enumerate(fields):
                namespace[field] = _tuplegetter(index, "")
            namespace.update(_fields=fields, _field_defaults=defaults, __match_args__=fields)
            namespace["__slots__"] = ()
            namespace["__new__"] = _new_on_first_use
            namespace["__getnewargs__"] = _getnewargs
            namespace["_asdict"] = _asdict
            namespace["_replace"] = _replace
            namespace.setdefault("__repr__", _repr)
            return super().__new__(mcs, name, (tuple,), namespace)

    class NamedTuple(metaclass=_RecordMeta):
        """Root of the records; see the module's docstring."""
