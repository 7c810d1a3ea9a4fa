# zoo: cause=stack-overflow signal=SIGSEGV python=3.8-3.11 core=yes
import sys


def nest(depth):
    inner = []
    for _ in range(depth):
        inner = [inner]
    return inner


sys.setrecursionlimit(10**9)
print(len(repr(nest(1_000_000))))  # <-- here
