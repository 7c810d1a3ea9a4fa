"""A queue of sluices: the main thread waits until all is done, and says so."""

import queue
import threading
import time
from contextlib import ExitStack, contextmanager

jobs = queue.PriorityQueue()
crane = threading.BoundedSemaphore(1)


@contextmanager
def tools(name):
    with crane:
        print(name, "has the crane", flush=True)
        yield


def mend(name):
    while True:
        urgency, sluice = jobs.get()
        with ExitStack() as stack:
            stack.callback(jobs.task_done)
            if sluice is None:
                return
            stack.enter_context(tools(name))
            time.sleep(11)
            print(name, sluice, urgency, flush=True)
        time.sleep(0.2)


def main():
    for number in range(9):
        jobs.put((number % 3, f"sluice {number}"))
    crews = [threading.Thread(target=mend, args=(name,), name=name) for name in ("north", "south", "reserve")]
    for crew in crews:
        crew.start()
    jobs.join()
    for _ in crews:
        jobs.put((9, None))
    for crew in crews:
        crew.join()


if __name__ == "__main__":
    main()
