# hang: cause=busy-loop confidence=likely|possible watch=yes python=3.8-3.15 text=todo computes=yes
import threading
import time
from collections import deque


class Refused(Exception):
    pass


class Loader:
    def __init__(self):
        self.refused = 0
        self.rows = []

    def insert(self, batch):
        if max(batch) > 900:
            raise Refused(f"{len(batch)} rows")
        self.rows = [*batch]

    def load(self, batches):
        todo = deque(batches)
        while todo:  # <-- here
            batch = todo.popleft()
            if not batch:
                continue
            try:
                self.insert(batch)
            except Refused:
                self.refused += 1
                middle = len(batch) // 2
                todo.appendleft(batch[middle:])
                todo.appendleft(batch[:middle])


def progress(loader):
    while True:
        time.sleep(0.5)
        print("refused batches:", loader.refused, flush=True)


def main():
    loader = Loader()
    threading.Thread(target=progress, args=(loader,), daemon=True).start()
    print("READY", flush=True)
    loader.load([[20, 21, 999], [19, 18]])


main()
