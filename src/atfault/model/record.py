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

    _tuple_new = tuple.__new__
    _SCOPE = {"_tuple_new": _tuple_new, "__name__": __name__}
    _BY_SIZE = (
        lambda _cls: _tuple_new(_cls, ()),
        lambda _cls, a: _tuple_new(_cls, (a,)),
        lambda _cls, a, b: _tuple_new(_cls, (a, b)),
        lambda _cls, a, b, c: _tuple_new(_cls, (a, b, c)),
        lambda _cls, a, b, c, d: _tuple_new(_cls, (a, b, c, d)),
        lambda _cls, a, b, c, d, e: _tuple_new(_cls, (a, b, c, d, e)),
        lambda _cls, a, b, c, d, e, f: _tuple_new(_cls, (a, b, c, d, e, f)),
        lambda _cls, a, b, c, d, e, f, g: _tuple_new(_cls, (a, b, c, d, e, f, g)),
        lambda _cls, a, b, c, d, e, f, g, h: _tuple_new(_cls, (a, b, c, d, e, f, g, h)),
        lambda _cls, a, b, c, d, e, f, g, h, i: _tuple_new(_cls, (a, b, c, d, e, f, g, h, i)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j: _tuple_new(_cls, (a, b, c, d, e, f, g, h, i, j)),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k: _tuple_new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m: _tuple_new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n: _tuple_new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p: _tuple_new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p)
        ),
        lambda _cls, a, b, c, d, e, f, g, h, i, j, k, m, n, p, q: _tuple_new(
            _cls, (a, b, c, d, e, f, g, h, i, j, k, m, n, p, q)
        ),
    )
    """Constructors, by the number of fields. To compile one takes as long as making a hundred
    instances, so these only have their arguments renamed for a record."""
    _GETTERS = tuple(_tuplegetter(index, "") for index in range(len(_BY_SIZE)))

    def _constructor(name, fields, defaults):
        """`def __new__(_cls, x, y=0): return tuple.__new__(_cls, (x, y))`."""
        if len(fields) < len(_BY_SIZE):
            code = _BY_SIZE[len(fields)].__code__
            code = code.replace(co_name="__new__", co_varnames=("_cls", *fields))
        else:
            inside, scope = ", ".join(fields), {}
            exec(f"def __new__(_cls, {inside}): return _tuple_new(_cls, ({inside}))", scope)
            code = scope["__new__"].__code__
        new = type(_constructor)(code, _SCOPE, "__new__", tuple(defaults.values()))
        new.__qualname__ = f"{name}.__new__"
        return new

    def _new_of_large(cls, *args, **kwargs):
        """Make an instance of a record with many fields: there are a few of them, so it is done
        by hand, but for a wrong call, whose error is to be Python's own."""
        left = cls._fields[len(args) :]
        if kwargs.keys() <= set(left) and len(args) <= len(cls._fields):
            values = {**cls._field_defaults, **kwargs}
            if values.keys() >= set(left):
                return _tuple_new(cls, (*args, *map(values.__getitem__, left)))
        return _constructor(cls.__name__, cls._fields, cls._field_defaults)(cls, *args, **kwargs)

    class _Record(tuple):
        """What all records have; in one class, as each such name costs every class that has it."""

        __slots__ = ()

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
            if len(fields) < len(_BY_SIZE):
                namespace.update(zip(fields, _GETTERS))
                namespace["__new__"] = _constructor(name, fields, defaults)
            else:
                namespace.update((f, _tuplegetter(i, "")) for i, f in enumerate(fields))
                namespace["__new__"] = _new_of_large
            namespace["_fields"] = namespace["__match_args__"] = fields
            namespace["_field_defaults"] = defaults
            namespace["__slots__"] = ()
            return type(name, (_Record,), namespace)

    class NamedTuple(metaclass=_RecordMeta):
        """Root of the records; see the module's docstring."""
