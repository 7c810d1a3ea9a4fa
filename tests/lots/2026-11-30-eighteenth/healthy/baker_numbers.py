import itertools
import threading
import time


class Counter:
    def __init__(self):
        self._next = itertools.count()
        self._called = 0
        self._change = threading.Condition()

    def __enter__(self):
        with self._change:
            mine = next(self._next)
            self._change.wait_for(lambda: self._called == mine)
        return mine

    def __exit__(self, *details):
        with self._change:
            self._called += 1
            self._change.notify_all()


def customer(name, counter):
    while True:
        with counter as number:
            print(name, "has number", number, flush=True)
            time.sleep(9)


if __name__ == "__main__":
    counter = Counter()
    threads = [threading.Thread(target=customer, args=(n, counter), name=n) for n in ("Ada", "Ben", "Cleo", "Dov", "Eve")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
