# A child's main function returns, but a thread of it that is no daemon waits for work: the child never
# exits, and the parent's join never returns.
# https://github.com/rohanpm/more-executors/pull/178
import multiprocessing
import queue
import threading

context = multiprocessing.get_context("spawn")


def consume(lines):
    while True:
        line = lines.get()  # <-- here
        if line is None:
            return


def collect():
    lines = queue.Queue()
    threading.Thread(target=consume, args=(lines,), name="consumer").start()
    lines.put("one")
    print("READY", flush=True)


if __name__ == "__main__":
    child = context.Process(target=collect)
    child.start()
    child.join()  # <-- also
