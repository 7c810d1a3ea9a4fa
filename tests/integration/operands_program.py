"""Dies with many threads, each in the middle of a call with arguments that no variable holds.

Every mark is a bytearray of its own contents, so a test can tell which ones were found. Each
function below is called by a thread of its own and stops in `stop`, called from C. What the value
stack must hold at that moment is written beside it: name → contents.
"""

import asyncio
import ctypes
import functools
import os
import sys
import threading

stopped = []
go_on = threading.Event()


def stop(*rest, **others):
    stopped.append(1)
    go_on.wait()
    return 0


def mark(text):
    return bytearray(text.encode())


class Stopper:
    def __add__(self, other):
        return stop()

    def __getitem__(self, index):
        return stop()

    def __setitem__(self, index, value):
        stop()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return False

    def __iter__(self):
        return self

    def __next__(self):
        return stop()

    def __lt__(self, other):
        return stop()


class SHELVES:
    tools = ["saw", "file"]
    rows = [["a", "b"]]


class Caller:
    def method(self, *values, **named):
        return stop()


callback = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p)(stop)
plain = ctypes.PYFUNCTYPE(ctypes.c_int, ctypes.py_object, ctypes.py_object)(stop)

WANTED = {}


class Holder:
    pass


HOLDER = Holder()
HOLDER.held = functools.partial(max, key=stop)


def case(**wanted):
    def keep(function):
        WANTED[function.__name__] = wanted["found"]
        return function

    return keep


@case(found={"argument 1 of max": "positional", "argument key of max": "<function stop"})
def keyword_call():
    return max(mark("positional"), key=stop)


@case(found={"argument 1 of spelled": "by name"})
def spelled_call():
    spelled = functools.partial(max, key=stop)
    return spelled(mark("by name"))


@case(found={"argument 1 of held": "attribute"})
def spelled_attribute():
    return HOLDER.held(mark("attribute"))


@case(found={"argument 1 of the call": "one of two"})
def either_call():
    first = second = functools.partial(max, key=stop)
    return (first if stopped else second)(mark("one of two"))


@case(found={"argument 1 of the call": "subscribed"})
def subscript_call():
    calls = [functools.partial(max, key=stop)]
    return calls[0](mark("subscribed"))


@case(found={"argument 1 of list": "Stopper"})
def type_call():
    return list(Stopper())


@case(found={"argument 2 of plain": "second", "an intermediate value": "waiting"})
def ctypes_call():
    return [mark("waiting"), plain(None, mark("second"))]


@case(found={"argument 2 of reduce": "spread"})
def spread_call():
    return functools.reduce(*(stop, mark("spread")))


@case(found={"argument 1 of max": "spread and named"})
def spread_and_named_call():
    return max(*(mark("spread and named"),), **{"key": stop})


@case(found={"an intermediate value": "left"})
def binary():
    return (mark("left"), Stopper() + mark("right"))


@case(found={"an intermediate value": "index"})
def subscript():
    return Stopper()[mark("index")]


@case(found={"an intermediate value": "stored"})
def store():
    Stopper()[mark("index")] = mark("stored")


@case(found={"argument 2 of max": "in with"})
def inside_with():
    with Stopper() as one, Stopper():
        for _ in range(3):
            max(mark("first"), mark("in with"), key=stop)
    return one


@case(found={"argument 1 of max": "after with"})
def after_with():
    max(mark("stale"), mark("stale"), mark("stale"), mark("stale"))
    with Stopper():
        pass
    try:
        int("x")
    except ValueError:
        pass
    return max(mark("after with"), key=stop)


@case(found={"argument 1 of max": "in except"})
def inside_except():
    try:
        int("x")
    except ValueError as error:
        return (str(error), max(mark("in except"), key=stop))


@case(found={"argument 1 of max": "in finally"})
def inside_finally():
    try:
        int("x")
    finally:
        max(mark("in finally"), key=stop)


@case(found={"argument 1 of max": "conditional"})
def conditional():
    flag = len(WANTED) > 3
    return (
        (mark("a") if flag else mark("b"))
        and (flag or stop())
        and max(mark("conditional"), key=stop)
    )


@case(found={"argument 1 of max": "in generator"})
def inside_generator():
    def numbers():
        yield 1
        yield max(mark("in generator"), key=stop)

    for _ in numbers():
        pass


@case(found={"argument 1 of max": "in coroutine"})
def inside_coroutine():
    async def work():
        await asyncio.sleep(0)
        return max(mark("in coroutine"), key=stop)

    loop = asyncio.new_event_loop()
    loop.run_until_complete(work())


@case(found={"argument 1 of max": "in comprehension"})
def inside_comprehension():
    return [(mark("other"), max(mark("in comprehension"), key=stop)) for _ in range(2)]


@case(
    found={
        "argument key of sort": "<function stop",
        "the object whose sort() was called": "",
    }
)
def method_call():
    [mark("x"), mark("y")].sort(key=stop)


@case(found={"argument key of sort": "<function stop", "SHELVES.tools": ""})
def method_of_an_attribute():
    SHELVES.tools.sort(key=stop)


@case(found={"argument key of sort": "<function stop", "SHELVES.rows[…]": ""})
def method_of_an_item():
    SHELVES.rows[0].sort(key=stop)


@case(found={"argument 1 of reduce": "<function stop", "argument 2 of reduce": "reduced"})
def hot_call():
    for _ in range(200):
        functools.reduce(max, mark("stale"))
    return functools.reduce(stop, mark("reduced"))


@case(found={"argument 1 of max": "many"})
def many_arguments():
    pass


exec("def many_arguments():\n    return max(mark('many'), %s key=stop)\n" % ("0, " * 299))


def main():
    threads = []
    for name in WANTED:
        thread = threading.Thread(target=globals()[name], name=name, daemon=True)
        thread.start()
        threads.append(thread)
    for _ in range(2000):
        if len(stopped) == len(WANTED):
            break
        go_on.wait(0.01)
    with open("wanted.txt", "w") as file:
        for name, found in WANTED.items():
            for operand, contents in found.items():
                file.write("%s\t%s\t%s\n" % (name, operand, contents or ""))
    sys.stdout.flush()
    os.kill(os.getpid(), 11)


main()
