# ruff: noqa
# fmt: off
"""Crashes at the inner end of a stack with one frame of every kind, and writes down beforehand what
its stack is: `names.txt` holds a line "name line" per frame, innermost first."""

import asyncio
import ctypes
import functools
import os
import signal
import sys
import threading

HERE = os.path.dirname(os.path.abspath(__file__))


def note_stack():
    frame = sys._getframe(1)
    out = []
    while frame is not None:
        out.append("%s %d" % (frame.f_code.co_name, frame.f_lineno))
        frame = frame.f_back
    with open(os.path.join(HERE, "names.txt"), "w") as file:
        file.write("\n".join(out))
    return os.getpid()


def die(first, second=2, *rest, flag, **options):
    shared = [first, second]
    gone = 1
    unset = None
    del gone

    def inner():
        return shared, first

    os.kill(note_stack(), signal.SIGSEGV)
    unset = inner
    return unset


def keyword_call(value):
    return die(
        value,
        "zwei",
        3.5,
        flag=True,
        extra=None,
    )


class Shape:
    def __init__(self, value):
        self.value = value
        self.result = keyword_call(value) if value > 4 else None

    @property
    def area(self):
        return (
            Shape(self.value + 2)
            .result
        )


def numbers(limit):
    for number in range(limit):
        yield number + Shape(limit).area


def delegating(limit):
    yield from numbers(limit)


def comprehension(limit):
    return [item for item in delegating(limit)]


def by_key(value):
    return value if value < 3 else len(comprehension(value))


def sorting():
    return sorted(
        [1, 3, 2],
        key=by_key,
    )


@ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)
def from_c(value):
    return functools.reduce(lambda a, b: a + sum(sorting()), [value, 2])


def logged(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        return function(*args, **kwargs)

    return wrapper


@logged
def decorated(depth):
    if depth:
        return decorated(depth - 1)
    return from_c(depth)


async def inner_task():
    await asyncio.sleep(0)
    with open(os.devnull):
        try:
            raise ValueError("handled")
        except ValueError:
            return decorated(3)


async def outer_task():
    return await inner_task()


def waiting(started, event):
    started.set()
    with lock:
        event.wait()


for _ in range(30):
    Shape(0)
    list(map(by_key, [1, 2]))

lock = threading.Lock()
started = threading.Event()
event = threading.Event()
thread = threading.Thread(
    target=waiting, args=(started, event), name="wartet-\u00fc", daemon=True
)
thread.start()
started.wait()


class Body:
    attribute = "in the class body"
    exec(compile("\nloop = asyncio.new_event_loop()\nloop.run_until_complete(\n    outer_task())",
                 "<generated>", "exec"), globals())
