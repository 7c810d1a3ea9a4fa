# The program has ended, but for a worker that waits for a sentinel that nobody puts any more.
# https://github.com/tqdm/tqdm/pull/1751
import queue
import threading

lines = queue.Queue()


def write():
    while True:
        line = lines.get()  # <-- here
        if line is None:
            break


threading.Thread(target=write, name="writer").start()
lines.put("first")
print("READY", flush=True)
