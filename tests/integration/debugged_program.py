"""What test_debug.py debugs. Arguments: the library, then what to do."""

import ctypes
import multiprocessing
import os
import signal
import sys
import threading

lib = ctypes.PyDLL(sys.argv[1])
lib.total.restype = ctypes.c_double
CALLABLE = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_int)


def double(value):
    twice = value * 2
    return twice  # noqa: RET504


def main(rows):
    table = {"a": [1, 2], "rows": rows}
    s = lib.total(rows)
    t = lib.apply(CALLABLE(double), rows)
    print("sum", s, t, len(table))
    return s


def wait():
    lib.wait_for(60000)
    return "waited"


def crash():
    lib.poke(ctypes.c_void_p(16))


def interrupted():
    try:
        signal.raise_signal(signal.SIGUSR1)
    except OSError as error:
        print("told", error)
    try:
        os.kill(os.getpid(), signal.SIGINT)
        threading.Event().wait(20)
    except KeyboardInterrupt:
        print("interrupted")


def fork():
    child = os.fork()
    if not child:
        double(4)
        os._exit(23)
    print("child", os.WEXITSTATUS(os.waitpid(child, 0)[1]))


def pool():
    with multiprocessing.get_context("fork").Pool(2) as workers:
        print("pool", workers.map(double, [1, 2, 3]))


def fails():
    process = multiprocessing.get_context("fork").Process(target=undefined)
    process.start()
    process.join()
    print("failed", process.exitcode)


def undefined():
    return {}["no such key"]


def tell(number, frame):
    raise OSError("by a signal")


signal.signal(signal.SIGUSR1, tell)
for what in sys.argv[2:]:
    if what == "main":
        main(3)
    elif what == "exit":
        sys.exit(7)
    else:
        globals()[what]()
