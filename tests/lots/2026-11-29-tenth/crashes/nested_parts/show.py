import sys
import threading

from parts import List, nested

sys.setrecursionlimit(1_000_000)


def show(depth):
    parts = List(nested(depth))
    print(depth, parts.depth(), len(parts.dump()), flush=True)


threading.stack_size(512 * 1024)
for depth in (4, 40, 1500):
    worker = threading.Thread(target=show, args=(depth,), name=f"depth {depth}")
    worker.start()
    worker.join()
