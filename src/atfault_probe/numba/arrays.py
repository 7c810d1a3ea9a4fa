"""Parts of numpy's arrays, of which elements are named and read without calling anything of the
program's: an element is the address that it has, or the array's key and its index.
"""

import sys

from atfault_probe.numba import typed_lists

MAX_WIDTH = 16
"""Elements that are looked at of a stretch."""
UNKNOWN = type("Unknown", (), {})()
MAX_HELD = 2000
"""Arrays that are looked at of a tuple."""
_KINDS = "iufb"


def is_array(thing):
    """Of numpy's own class, whose elements are read without calling anything of the program's."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and type(thing) is numpy.ndarray and not thing.dtype.hasobject


def do_overlap(values):
    """Whether two of them are arrays of one memory, those in lists and tuples too, or elements of
    one are."""
    arrays = [one for each in values for one in arrays_in(each)]
    owners = {memory(one) for one in arrays}
    return len(owners) < len(arrays) or any(map(overlaps_itself, arrays))


def arrays_in(value):
    """An array, or those that a tuple or a typed list holds; [] of anything else."""
    if type(value) is tuple:
        return [one for one in value[:MAX_HELD] if is_array(one)]
    return [value] if is_array(value) else typed_lists.arrays_of(value)


def overlaps_itself(array):
    """Whether elements of it may be at one address (as_strided, broadcast_to)."""
    extent = array.itemsize
    for stride, size in sorted((abs(a), b) for a, b in zip(array.strides, array.shape) if b > 1):
        if stride < extent:
            return array.size > 0
        extent += stride * (size - 1)
    return False


def memory(data):
    """What several arrays of one memory have in common."""
    while type(getattr(data, "base", None)) is type(data):
        data = data.base
    return data.__array_interface__["data"][0]


class Array:
    """name: of the program's. data: numpy's array, None where it is not known. number: of one that
    a list or a tuple holds."""

    def __init__(self, name, key, data, dimensions, number=0):
        self.name, self.data, self.key, self.number = name, data, key, number
        self.sizes = [None] * dimensions
        self._start, self._strides = 0, ()
        if data is not None:
            self.key, self.sizes, self._strides = memory(data), data.shape, data.strides
            self._start = data.__array_interface__["data"][0]

    def element(self, position):
        if self.data is None:
            return (self.key, *position)
        return self._start + sum([a * b for a, b in zip(position, self._strides)])


class View:
    """A part of an array: of each of its axes a position, or (start, step, length or None)."""

    __slots__ = ("array", "axes", "order")

    def __init__(self, array, axes, order):
        self.array, self.axes, self.order = array, axes, order

    @classmethod
    def of(cls, array):
        axes = [(0, 1, size) for size in array.sizes]
        return cls(array, axes, list(range(len(axes))))

    def at(self, indices):
        """The part at numbers and slices; None where one is not known, or lies outside."""
        axes, order = list(self.axes), list(self.order)
        if len(indices) > len(order):
            return None
        for axis, index in zip(self.order, indices):
            start, step, length = axes[axis]
            if type(index) is slice:
                axes[axis] = _stretch(axes[axis], index)
                if axes[axis] is None:
                    return None
                continue
            if type(index) not in (int, bool) or (length is None and index < 0):
                return None
            index += length if index < 0 else 0
            if length is not None and not 0 <= index < length:
                return None
            axes[axis] = start + step * index
            order.remove(axis)
        return View(self.array, axes, order)

    def turned(self):
        return View(self.array, self.axes, self.order[::-1])

    def positions(self, between=()):
        """Of its elements, or of some at either end and between."""
        found = [[]]
        for one in self.axes:
            some = [one] if type(one) is int else _some(one, between)
            found = [[*each, at] for each in found for at in some][: MAX_WIDTH * 4]
        return found

    def elements(self, between=()):
        return [self.array.element(one) for one in self.positions(between)]

    def is_long(self):
        """Whether these are not all."""
        return any(self.axes[at][2] is None or self.axes[at][2] > MAX_WIDTH for at in self.order)

    def value(self):
        """Of the one element."""
        data = self.array.data
        if self.order or data is None or data.dtype.kind not in _KINDS:
            return UNKNOWN
        return data[tuple(self.axes)].item()


def _stretch(axis, index):
    start, step, length = axis
    ends = (index.start, index.stop, index.step)
    if any(one is not None and type(one) is not int for one in ends) or index.step == 0:
        return None
    if length is not None:
        first, last, by = index.indices(length)
        return start + step * first, step * by, len(range(first, last, by))
    first, by = index.start or 0, index.step or 1
    if first < 0 or by < 0 or (index.stop or 0) < 0:
        return None
    long = None if index.stop is None else len(range(first, index.stop, by))
    return start + step * first, step * by, long


def _some(axis, between):
    start, step, length = axis
    rounds = range(MAX_WIDTH if length is None else length)
    return [start + step * at for at in ends_of(len(rounds), MAX_WIDTH, between)]


def ends_of(count, most, between=()):
    """Numbers of rounds: of many the first ones and the last ones, and those that are asked for."""
    if count <= most:
        return list(range(count))
    first, last = most // 2, count - most // 2
    asked = [at for at in between if first <= at < last]
    return [*range(first), *asked, *range(last, count)]
