# healthy: python=3.8-3.15
import threading
import time

threading.excepthook = lambda failure: None


class Berths:
    """Places at a quay; who finds none waits for as long as its patience lasts."""

    def __init__(self, number):
        self.free = number
        self.left = threading.Condition()

    def dock(self, patience=40.0):
        end = time.monotonic() + patience
        with self.left:
            while self.free == 0:
                remaining = end - time.monotonic()
                if remaining <= 0:
                    raise TimeoutError("no berth")
                self.left.wait(min(remaining, 0.2))
            self.free -= 1

    def leave(self):
        with self.left:
            self.free += 1
            self.left.notify()


def unload(ship):
    berths.dock()
    if ship == "leaky":
        raise OSError("the hold is full of water")
    berths.leave()


berths = Berths(1)
for ship in ("sound", "leaky"):
    one = threading.Thread(target=unload, args=(ship,))
    one.start()
    one.join()
print("READY", flush=True)
unload("late")
