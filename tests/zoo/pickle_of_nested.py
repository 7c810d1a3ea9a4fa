# zoo: cause=stack-overflow signal=SIGSEGV python=3.8-3.11 limit=stack:2097152
import pickle
import sys


def nested(depth):
    tree = ()
    for _ in range(depth):
        tree = (tree,)
    return tree


def store(tree):
    return len(pickle.dumps(tree))  # <-- here


sys.setrecursionlimit(10**8)
print(store(nested(400_000)))
