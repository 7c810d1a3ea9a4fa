"""One night in the store: a lorry brings boxes, a clerk fetches them."""

import threading
import time

from monitors import Store
from rounds import Guard


class Lorry(threading.Thread):
    def __init__(self, store, boxes, pause):
        super().__init__(name="lorry")
        self.store = store
        self.boxes = boxes
        self.pause = pause

    def run(self):
        for number in range(self.boxes):
            self.store.deliver("a", f"box {number}")
            time.sleep(self.pause if number else 1)


def night(store, boxes, pause):
    lorry = Lorry(store, boxes, pause)
    lorry.start()
    time.sleep(0.5)
    fetched = [store.fetch("a") for _ in range(boxes)]
    lorry.join()
    return fetched


def main():
    guard = Guard()
    guard.start()
    store = Store("a", "b")
    print(night(store, 1, 0), flush=True)
    print(night(store, 3, 0.3), flush=True)
    guard.home.set()


if __name__ == "__main__":
    main()
