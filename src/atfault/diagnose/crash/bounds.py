"""Holds an address against an array: which element would lie there, and which integer leads to it.

An array with shape (64, 64) and strides (512, 8) at 0x1000 places element (r, c) at
0x1000 + 512 r + 8 c. For an address outside, say 0x1000 + 25_600_000_080, an integer 50_000_000
among the variables explains it: 25_600_000_080 - 512 * 50_000_000 = 80 is column 10 of a row, so
row 50_000_000 was accessed. Such a match to the byte is what tells an index error from a stray
pointer that happens to lie in the neighbourhood.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, NamedTuple

from atfault.diagnose.crash.integers import KnownInteger
from atfault.diagnose.facts import PAGE

if TYPE_CHECKING:
    from atfault.model.buffers import Buffer

LARGE = 4096
"""An integer from here on that leads to within two elements of an address is no coincidence."""


class IndexMatch(NamedTuple):
    """An integer of a frame that, used as an index, leads exactly to the failed access."""

    known: KnownInteger
    axis: int
    """The dimension it indexes; -1 when it counts elements, -2 when it counts bytes, from the
    start."""
    indices: tuple[int, ...]
    """All indices, negative ones as they were after wrapping; empty for axis -1 and -2."""
    support: int
    """How many further indices are among the known integers too."""
    delta: int = 0
    """What has to be added to the integer: code often goes on to the next element."""

    @property
    def value(self) -> int:
        """The index that was used."""
        return self.known.value + self.delta


def match_index(
    buffer: "Buffer",
    address: int,
    integers: Mapping[int, KnownInteger],
    by_pointer: bool = False,
) -> IndexMatch | None:
    """The best explanation of `address` by an integer that is not a legal index; None without
    one.

    by_pointer: the code knows the memory by its address alone, as C functions do: then an index
    counts elements from the start, rather than those of a row of which nothing else is known.
    """
    offset = address - buffer.address
    best: IndexMatch | None = None
    for match in _matches(buffer, offset, integers):
        if best is None or _quality(match, by_pointer) > _quality(best, by_pointer):
            best = match
    return best


def match_neighbour(
    buffer: "Buffer", address: int, integers: Mapping[int, KnownInteger]
) -> IndexMatch | None:
    """As match_index, for a large and named integer that leads to an element close by: the code
    may have used `i + 1`."""
    named = [value for value, known in integers.items() if abs(value) >= LARGE and known.name]
    if not _may_lead(buffer, address - buffer.address, named):
        return None
    large = {
        value + delta: known._replace(value=value + delta)
        for delta in (-2, 2, -1, 1)
        for value, known in ((value, integers[value]) for value in named)
    }
    match = match_index(buffer, address, large)
    if match is None or match.axis < 0:
        return None
    for delta in (1, -1, 2, -2):
        known = integers.get(match.known.value - delta)
        if known is not None and known.name == match.known.name:
            return match._replace(known=known, delta=delta)
    return None


def _quality(match: IndexMatch, by_pointer: bool) -> tuple[bool, int, bool]:
    natural = match.axis >= 0
    if by_pointer and len(match.indices) > 1:
        natural = any(i for axis, i in enumerate(match.indices) if axis != match.axis)
    elif by_pointer:
        natural = match.axis != -2
    return natural, match.support, bool(match.known.name)


def _matches(
    buffer: "Buffer", offset: int, integers: Mapping[int, KnownInteger]
) -> Iterator[IndexMatch]:
    item, shape, strides = _layout(buffer)
    extent = buffer.high - buffer.low
    flat = offset // item
    if (
        (len(shape) != 1 or strides[0] != item)
        and flat in integers
        and flat * item not in range(extent)
    ):
        yield IndexMatch(integers[flat], -1, (), 0)
    if item > 1 and offset in integers and offset not in range(extent):
        yield IndexMatch(integers[offset], -2, (), 0)
    if len(strides) != len(shape):
        return
    for axis, (count, stride) in enumerate(zip(shape, strides)):
        first, last = _reaching(shape, strides, axis, offset, item)
        if first > last:
            continue
        for known in integers.values():
            value = known.value
            for effective in (value,) if value >= 0 else (value, value + count):
                if not first <= effective <= last or 0 <= effective < count:
                    continue
                if known.is_register and _is_whole_steps(strides, axis, effective):
                    continue
                rest = offset - effective * stride
                others = _solve(shape, strides, axis, rest, item)
                if others is not None:
                    index = (*others[:axis], effective, *others[axis:])
                    support = sum(i in integers for k, i in enumerate(index) if k != axis)
                    yield IndexMatch(known, axis, index, support)


def _layout(buffer: "Buffer") -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """(bytes of an element, shape, strides), those that are left out included."""
    item = max(buffer.itemsize, 1)
    strides = buffer.strides or ((item,) if not buffer.shape else _c_strides(buffer.shape, item))
    return item, buffer.shape or ((buffer.high - buffer.low) // item,), strides


def _reaching(
    shape: tuple[int, ...], strides: tuple[int, ...], axis: int, offset: int, item: int
) -> tuple[int, int]:
    """(first, last) index of the axis from which byte `offset` is within reach of legal indices of
    the others; first > last when there is none.

    The others span [low, high) bytes, so that  offset - high < index * stride <= offset - low.
    """
    stride = strides[axis]
    others = [k for k in range(len(shape)) if k != axis and strides[k] != 0]
    if stride == 0 or any(shape[k] <= 0 for k in others):
        return 0, -1
    spans = [(shape[k] - 1) * strides[k] for k in others]
    most = offset - sum(span for span in spans if span < 0)
    least = offset - item - sum(span for span in spans if span > 0)
    if stride > 0:
        return least // stride + 1, most // stride
    return -(most // -stride), -(least // -stride) - 1


def _is_whole_steps(strides: tuple[int, ...], axis: int, index: int) -> bool:
    """Whether an index of one axis comes to whole steps of a wider one: as where compiled code has
    the elements of 32 rows in a register, which no column is."""
    way = index * strides[axis]
    return any(abs(step) > abs(strides[axis]) and way % step == 0 for step in strides)


def _may_lead(buffer: "Buffer", offset: int, values: list[int]) -> bool:
    """Whether a value, or one up to 2 beside it, may lead to byte `offset` as an index."""
    item, shape, strides = _layout(buffer)
    if len(strides) != len(shape):
        return False
    for axis, count in enumerate(shape):
        first, last = _reaching(shape, strides, axis, offset, item)
        for value in values if first <= last else ():
            if first - 2 <= value <= last + 2 or first - 2 <= value + count <= last + 2:
                return True
    return False


def _c_strides(shape: tuple[int, ...], item: int) -> tuple[int, ...]:
    strides = []
    for count in reversed(shape):
        strides.append(item)
        item *= max(count, 1)
    return tuple(reversed(strides))


def _solve(
    shape: tuple[int, ...], strides: tuple[int, ...], skip: int, offset: int, item: int
) -> tuple[int, ...] | None:
    """Legal indices of all axes but `skip` that lead to byte `offset` (inside an element); or None.

    Axes with negative strides are counted from their far end, so that all steps are positive and
    the largest step can be taken first.
    """
    axes = [k for k in range(len(shape)) if k != skip and strides[k] != 0]
    if any(shape[k] <= 0 for k in axes):
        return None
    offset -= sum((shape[k] - 1) * strides[k] for k in axes if strides[k] < 0)
    if offset < 0:
        return None
    found = dict.fromkeys(range(len(shape)), 0)
    for k in sorted(axes, key=lambda axis: -abs(strides[axis])):
        step = abs(strides[k])
        taken = min(offset // step, shape[k] - 1)
        offset -= taken * step
        found[k] = taken if strides[k] > 0 else shape[k] - 1 - taken
    if not 0 <= offset < item:
        return None
    return tuple(found[k] for k in range(len(shape)) if k != skip)


def is_chance(buffer: "Buffer", match: IndexMatch) -> bool:
    """Whether nothing but the array's own length, in a register, leads to a row of a page or more:
    code that was given the array has that number anyway, and all that lies behind the array for
    that far is in such a row."""
    _, shape, strides = _layout(buffer)
    is_bare = match.known.is_register and not match.support and match.axis >= 0
    return is_bare and match.value in shape and abs(strides[match.axis]) >= PAGE


def step_before(buffer: "Buffer", address: int) -> int | None:
    """Bytes of one step of an axis that lead from the first element to `address`, in front of it;
    None where none does, or one so short that an access is there by chance."""
    _, shape, strides = _layout(buffer)
    back = buffer.address - address
    is_step = back >= PAGE and back in strides and len(shape) > 1
    return back if is_step else None


def is_contiguous(buffer: "Buffer") -> bool:
    """Whether the elements fill the memory from the first to the last, in any order."""
    number = 1
    for length in buffer.shape:
        number *= length
    return number * max(buffer.itemsize, 1) == buffer.high - buffer.low


def unit_of(buffer: "Buffer") -> str:
    return "item" if buffer.kind in ("list", "tuple") else "element"


def position(buffer: "Buffer", address: int) -> tuple[str, int, int]:
    """(unit, which, how many there are) of the element or row at `address`: ("element", 70, 64).

    Rows are meant for arrays of two and more dimensions that are stored row by row, columns for
    those of two that are stored column by column.
    """
    offset = address - buffer.address
    item = max(buffer.itemsize, 1)
    units = ("row", "column") if len(buffer.shape) == 2 else ("row",)
    for axis, unit in enumerate(units if len(buffer.shape) >= 2 and buffer.strides else ()):
        step = buffer.strides[axis]
        pairs = list(zip(buffer.strides, buffer.shape))
        rest = sum(abs(s) * (n - 1) for s, n in pairs[:axis] + pairs[axis + 1 :])
        if step > 0 and rest + item <= step:
            return unit, offset // step, buffer.shape[axis]
    if len(buffer.shape) == 1 and buffer.strides and buffer.strides[0]:
        return unit_of(buffer), offset // buffer.strides[0], buffer.shape[0]
    if item == 1:
        return "byte", offset, buffer.high - buffer.low
    return "element", offset // item, (buffer.high - buffer.low) // item
