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

    _FEW = 12
    """Instances of a class that are made without a constructor of its own."""
    _made = {}

    def _new_for_a_few(cls, *args, **kwargs):
        """Make an instance the slow way. Compiling a constructor takes as long as making a hundred
        instances, and most classes get but a few: only the others have theirs compiled, and what is
        called wrongly, so that the error is Python's own."""
        made = _made.get(cls, 0)
        if made < _FEW:
            _made[cls] = made + 1
            if not kwargs and len(args) == len(cls._fields):
                return tuple.__new__(cls, args)
            left = cls._fields[len(args) :]
            if kwargs.keys() <= set(left) and len(args) <= len(cls._fields):
                values = {**cls._field_defaults, **kwargs}
                if values.keys() >= set(left):
                    return tuple.__new__(cls, (*args, *map(values.__getitem__, left)))
        new = _make_new(cls._fields, cls._field_defaults)
        cls.__new__ = staticmethod(new)
        return new(cls, *args, **kwargs)

    _Function = type(lambda: 0)
    _SCOPE = {"_tuple_new": tuple.__new__, "__name__": __name__}
    _code_for = {}

    def _make_new(fields, defaults):
        """`def __new__(_cls, x, y=0): return tuple.__new__(_cls, (x, y))`.

        Compiling that for each of some eighty records would take 3 ms of every start. So only one
        is compiled for each number of fields, and its arguments renamed.
        """
        code = _code_for.get(len(fields))
        if code is None:
            arguments = "".join(f"_{i}, " for i in range(len(fields)))
            scope = {}
            exec(f"def __new__(_cls, {arguments}): return _tuple_new(_cls, ({arguments}))", scope)
            code = _code_for[len(fields)] = scope["__new__"].__code__
        renamed = code.replace(co_varnames=("_cls", *fields))
        return _Function(renamed, _SCOPE, "__new__", tuple(defaults.values()))

    class _Record(tuple):
        """What all records have; in one class, as each such name costs every class that has it."""

        __slots__ = ()
        __new__ = _new_for_a_few

        def __repr__(self):
            inside = ", ".join(f"{f}={v!r}" for f, v in zip(self._fields, self))
            return f"{type(self).__name__}({inside})"

        def _asdict(self):
            return dict(zip(self._fields, self))

        def _replace(self, **changes):
            made = tuple.__new__(type(self), map(changes.pop, self._fields, self))
            if changes:
                raise ValueError(f"Got unexpected field names: {sorted(changes)}")
            return made

        def __getnewargs__(self):
            return tuple(self)

    class _RecordMeta(type):
        def __new__(mcs, name, bases, namespace):
            if not bases:
                return type.__new__(mcs, name, bases, namespace)
            fields = tuple(namespace.get("__annotations__", ()))
            defaults = {field: namespace.pop(field) for field in fields if field in namespace}
            if tuple(defaults) != fields[len(fields) - len(defaults) :]:
                raise TypeError(f"{name}: a field without default follows one with")
            for index, field in enumerate(fields):
                namespace[field] = _tuplegetter(index, "")
            namespace["_fields"] = namespace["__match_args__"] = fields
            namespace["_field_defaults"] = defaults
            namespace["__slots__"] = ()
            return type(name, (_Record,), namespace)

    class NamedTuple(metaclass=_RecordMeta):
        """Root of the records; see the module's docstring."""
