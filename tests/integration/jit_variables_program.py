"""Compiled functions, each of which calls the next one and waits for it; the last one aborts.

Each call goes through a callback into Python, so that nothing is inlined into anything. What a
function does with its variables behind the call keeps them alive until then.
"""

import collections
import ctypes
import enum
import os
import sys

import numpy as np
from numba import guvectorize, int64, njit, prange, types
from numba.experimental import jitclass
from numba.typed import Dict, List

Point = collections.namedtuple("Point", "x y")
CALLS = []


class Colour(enum.IntEnum):
    RED = 1
    BLUE = 2


@ctypes.CFUNCTYPE(ctypes.c_int64, ctypes.c_int64)
def deeper(depth):
    if depth + 1 >= len(CALLS):
        sys.stdout.flush()
        os.abort()
    function, arguments = CALLS[depth + 1]
    function(depth + 1, *arguments)
    return 0


def case(*arguments):
    def register(function):
        CALLS.append((njit(function), arguments))
        return function

    return register


@case(3, -5)
def integers(depth, a, b):
    c = a * 1000 + b
    deeper(depth)
    return a + b + c


@case(np.int8(-3), np.int16(-300), np.uint8(200), np.uint16(60000))
def narrow(depth, a, b, c, d):
    e = np.int32(-70000)
    f = np.uint32(4000000000)
    g = np.uint64(18000000000000000000)
    deeper(depth)
    return a + b + c + d + e + f + g


@case(1.5, np.float32(0.25))
def floats(depth, a, b):
    c = a / 4
    deeper(depth)
    return a + b + c


@case(True, 7)
def booleans(depth, flag, n):
    large = n > 5
    small = n < 5
    deeper(depth)
    return (flag and large) or small


@case(1 + 2j, np.complex64(3 - 4j))
def complexes(depth, z, w):
    v = z * z
    deeper(depth)
    return z + w + v


@case((1, -2), (1.5, 2.5, 3.5))
def same_tuples(depth, pair, triple):
    swapped = (pair[1], pair[0])
    deeper(depth)
    return pair[0] + triple[2] + swapped[0]


@case((1, 2.5), (True, 7))
def mixed_tuples(depth, pair, flagged):
    made = (np.int8(3), 4.5, np.int16(5))
    deeper(depth)
    return pair[1] + flagged[1] + made[0] + made[2]


@case(((1, 2), (3.5, True)))
def nested_tuples(depth, outer):
    inner = outer[1]
    deeper(depth)
    return outer[0][0] + inner[0]


@case(Point(3, 4), Point(1, 2.5))
def named_tuples(depth, p, q):
    deeper(depth)
    return p.x + q.y


@case(np.arange(5.0))
def vector(depth, a):
    n = a.shape[0]
    deeper(depth)
    return a[0] + n


@case(np.arange(6, dtype=np.int32).reshape(2, 3))
def matrix(depth, a):
    first = a[0, 0]
    deeper(depth)
    return a[1, 1] + first


@case(np.asfortranarray(np.arange(6.0).reshape(2, 3)))
def fortran(depth, a):
    deeper(depth)
    return a[1, 1]


@case(np.zeros((2, 3, 4)), np.arange(24.0).reshape(2, 3, 4)[:, ::2, 1:3])
def cubes(depth, a, b):
    deeper(depth)
    return a[0, 0, 0] + b[1, 1, 1]


@case(np.arange(10.0))
def slices(depth, a):
    every_other = a[1:8:2]
    backwards = a[::-1]
    deeper(depth)
    return every_other[0] + backwards[0] + a[0]


@case(np.frombuffer(b"\x01\x02\x03", dtype=np.uint8))
def readonly(depth, a):
    deeper(depth)
    return a[0]


@case(np.array([(1, 2.5, b"ab"), (3, 4.5, b"c")], dtype=[("n", "i4"), ("v", "f8"), ("s", "S3")]))
def records(depth, table):
    row = table[1]
    deeper(depth)
    return row.v + table[0].n


@case(np.array([True, False, True]), np.array([1 + 1j, 2]))
def other_elements(depth, flags, waves):
    deeper(depth)
    return flags[0] + waves[0].real


@case(List([1, 2, 3]), List([1.5]))
def typed_lists(depth, numbers, weights):
    deeper(depth)
    return numbers[0] + weights[0]


@case(4)
def reflected_lists(depth, n):
    found = [n, n + 1, n + 2]
    deeper(depth)
    return found[0] + n


@case(4)
def dicts(depth, n):
    table = Dict.empty(types.int64, types.float64)
    table[n] = 1.5
    deeper(depth)
    return table[n] + n


@case("grüße", "x")
def texts(depth, a, b):
    c = a + b
    deeper(depth)
    return len(a) + len(b) + len(c)


@case(3)
def optionals(depth, n):
    found = None
    if n > 2:
        found = n * 2
    missing = None
    if n > 5:
        missing = n
    deeper(depth)
    return found, missing


@case(np.datetime64("2026-01-02", "D"), np.timedelta64(90, "s"), Colour.BLUE)
def others(depth, day, span, colour):
    deeper(depth)
    return day, span, colour == Colour.RED


@jitclass([("size", int64), ("cells", types.float64[:])])
class Store:
    def __init__(self, size):
        self.size = size
        self.cells = np.ones(size)


@case(Store(3))
def instances(depth, store):
    deeper(depth)
    return store.size + store.cells[0]


@case(5)
def loops(depth, n):
    total = 0
    for i in range(n):
        total += i
        if i == 3:
            deeper(depth)
    return total


@case(np.arange(4), 2)
def branches(depth, a, n):
    if n > 1:
        half = a.sum() // n
    else:
        half = 0
    deeper(depth)
    return half + a[0] + n


@njit(parallel=True)
def in_parallel(a, depth):
    for i in prange(a.shape[0]):
        a[i] += i
    for i in prange(1):
        a[i] += deeper(depth)
    return a[0]


@guvectorize(["(float64[:], int64, float64[:])"], "(n),()->(n)", nopython=True)
def along(row, depth, out):
    for i in range(row.shape[0]):
        out[i] = row[i] * 2
        if i == 2:
            deeper(depth)


CALLS.append((lambda depth, a: along(a, depth), (np.arange(4.0),)))
CALLS.append((lambda depth: in_parallel(np.arange(8.0), depth), ()))

if __name__ == "__main__":
    deeper(-1)
