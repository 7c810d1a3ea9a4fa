# ruff: noqa
# fmt: off
"""Three threads that enter and leave Python functions in every way, for ever.

Each line that leads to another frame names that frame's code, in the call or in a comment: so a
stack taken at any moment can be checked against this file.
"""

import functools, threading, sys, operator


class P:
    def __init__(self, v):
        self.v = v
        self.w = leaf(v)

    @property
    def prop(self):
        return leaf(self.v)

    def __getattr__(self, name):
        return leaf(3)

    def __getitem__(self, i):
        return leaf(i)

    def __add__(self, o):
        return mid(1)

    def __eq__(self, o):
        return leaf(1) == 2

    def __hash__(self):
        return leaf(1)


def leaf(x):
    y = x * 2
    y += len(str(y))
    return y


def mid(n):
    a = P(n)  # __init__
    b = a.prop
    c = a.nothing  # __getattr__
    d = a[2]  # __getitem__
    return b + c + d


def gen(n):
    for i in range(n):
        t = mid(i)
        yield t


def comp(n):
    q = [mid(i) for i in range(n)]  # <listcomp>
    w = {leaf(i): 1 for i in range(n)}  # <dictcomp>
    z = sum(leaf(i) for i in range(n))  # <genexpr>
    return sum(gen(n)) + z


def key(x):
    return mid(1) + x


def sorter():
    r = sorted([3, 1, 2], key=key)
    s = functools.reduce(lambda a, b: a + leaf(b), r)  # <lambda>
    u = list(map(lambda v: mid(v), r))  # <lambda>
    return s


async def aw(n):
    if n:
        return await aw(n - 1)
    return mid(n)


def deco(f):
    @functools.wraps(f)
    def wrapper(*a, **k):
        return f(*a, **k)  # decorated

    return wrapper


@deco
def decorated(a, b=2):
    o = P(1) + P(2)  # __init__ __add__
    return leaf(a) + leaf(b) + mid(a)


def rec(n):
    if n <= 0:
        return comp(2)
    return rec(n - 1)


class CM:
    def __enter__(self):
        return leaf(1)

    def __exit__(self, *a):
        return leaf(2)


def withs():
    with CM() as c:  # __enter__ __exit__
        leaf(1)
    try:
        raise_it(2)
    except ValueError:
        mid(3)
    d = {P(1): 1}  # __init__ __hash__
    k = P(3) in [P(2)]  # __init__ __eq__
    exec("mid(2)\nleaf(3)")  # <module>


def raise_it(n):
    if n:
        raise_it(n - 1)
    raise ValueError(leaf(n))


def closure():
    a = 1

    def inner(z):
        nonlocal a
        a = leaf(z)
        return a

    return inner(2)


def main():
    while True:
        sorter()
        rec(4)
        decorated(1)  # wrapper
        withs()
        closure()
        yf()
        try:
            aw(2).send(None)  # aw
        except StopIteration:
            pass


def sub():
    x = yield from gen(2)
    return x


def yf():
    for j in sub():
        leaf(j)


def run():
    started.wait()  # wait
    if threading.current_thread() is threading.main_thread():
        print("ready", flush=True)
    main()


if __name__ == "__main__":
    started = threading.Barrier(3)
    for i in range(2):
        threading.Thread(target=run, daemon=True).start()
    run()
