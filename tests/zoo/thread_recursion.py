# zoo: cause=stack-overflow signal=SIGSEGV python=3.8-3.13
import functools
import sys
import threading

sys.setrecursionlimit(10**7)
threading.stack_size(256 * 1024)


def expand(total, part):
    return functools.reduce(expand, [1, 2, 3], total + part)  # <-- here


thread = threading.Thread(target=expand, args=(0, 1), name="expander")
thread.start()
thread.join()
