"""Calls of native code whose objects Python code changes meanwhile, each in a function:
test_changed.py looks at each in the middle, where it calls `look()`."""

import array
import bisect
import collections
import ctypes
import functools
import io

look = None


class Clears:
    def __init__(self, rows=None):
        self.rows = rows

    def __index__(self):
        self.rows.clear()
        look()
        return 1


class Quiet:
    def __init__(self, rows):
        self.rows = rows

    def __index__(self):
        look()
        return 1

    def __lt__(self, other):
        self.rows.pop()
        return True

    def write(self, text):
        self.rows.append(text)

    def __len__(self):
        return len(self.rows)


def an_item_clears_what_it_is_added_to():
    rows = [1, 2, 3]
    numbers = array.array("i")
    numbers.extend([Clears(rows), rows])


def an_item_clears_what_the_call_does_not_have():
    numbers = array.array("i")
    numbers.extend([Clears([1, 2, 3])])


def a_key_pops_from_the_list():
    rows = [3, 1, 2]

    def key(row):
        rows.pop()
        look()
        return row

    bisect.insort(rows, 2, key=key)


def a_method_of_an_argument_that_may_be_called():
    rows = [1, 2]
    max(Quiet(rows), rows, key=lambda one: look() or 0)


def an_item_that_others_would_change():
    rows = [1, 2]
    numbers = array.array("i")
    numbers.extend([Quiet(rows), rows])


def what_comes_after_the_call_counts_not():
    rows = [1, 2]

    class Late:
        def __index__(self):
            look()
            rows.clear()
            return 1

    array.array("i").extend([Late()])


def a_closure_that_is_not_at_work():
    rows = [1, 2]

    def shrink(match):
        del rows[0]

    def stay(match):
        look()
        return ""

    functools.reduce(lambda one, two: stay(two), [rows, shrink, rows])


def a_partial_of_a_bound_method():
    rows = collections.deque([1, 2])

    class Owner:
        def __init__(self):
            self.all = rows

        def take(self, one, two):
            self.all.popleft()
            look()
            return ""

    functools.reduce(functools.partial(Owner().take), [rows, 2])


def a_bound_method():
    rows = collections.deque([1, 2])

    class Owner(list):
        def take(self, one, two):
            self.append(one)
            look()

    functools.reduce(Owner().take, [rows, 2])


def a_generator_that_is_asked():
    rows = bytearray(b"abc")

    def numbers():
        for number in (1, 2):
            rows.append(number)
            look()
            yield number

    rows.extend(numbers())


def a_generator_that_waits():
    rows = {1: 2}

    def numbers():
        yield 0
        rows.clear()
        yield 1

    made = numbers()
    next(made)

    def key(one):
        look()
        return 0

    max([made, rows], key=key)


def a_global_table():
    def hook(one, two):
        TABLE.update(a=1)
        look()
        return TABLE

    functools.reduce(hook, (TABLE, TABLE))


TABLE = {}


def a_file_that_is_closed():
    file = io.BytesIO(b"abc")

    class Buffer(bytearray):
        def __index__(self):
            file.close()
            look()
            return 1

    array.array("i").extend([Buffer(), file])


def a_view_that_is_released():
    view = memoryview(bytearray(8))

    class Number:
        def __index__(self):
            view.release()
            look()
            return 1

    array.array("i").extend([Number(), view])


def an_item_that_is_set():
    rows = [1, 2]

    class Number:
        def __index__(self):
            rows[0] = None
            look()
            return 1

    array.array("i").extend([Number(), rows])


def nothing_is_changed():
    rows = [1, 2]

    class Number:
        def __index__(self):
            look()
            return len(rows)

    array.array("i").extend([Number(), rows])


def a_call_of_a_call():
    rows = [3, 1, 2]

    class Number:
        def __index__(self):
            rows.clear()
            return max([1], key=lambda one: look() or one)

    array.array("i").extend([Number(), rows])


def a_callback_of_ctypes():
    rows = [1, 2]
    kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)

    def compare(one, two):
        rows.clear()
        look()
        return 0

    qsort = ctypes.CDLL(None).qsort
    qsort.argtypes = [ctypes.c_void_p, ctypes.c_size_t, ctypes.c_size_t, kind]
    qsort.restype = None
    qsort((ctypes.c_int * 2)(2, 1), 2, 4, kind(compare))
