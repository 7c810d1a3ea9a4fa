# A thread has a small stack, and the recursion limit says nothing of that.
# https://github.com/msgspec/msgspec/pull/1073
import sys
import threading

import msgspec

sys.setrecursionlimit(100_000)
threading.stack_size(256 * 1024)
got = []


def decode(depth):
    text = b"[" * depth + b"]" * depth
    got.append(msgspec.json.decode(text))  # <-- here


worker = threading.Thread(target=decode, args=(20_000,))
worker.start()
worker.join()
