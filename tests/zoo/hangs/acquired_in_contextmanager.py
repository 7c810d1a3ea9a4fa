# hang: cause=deadlock confidence=likely python=3.8-3.15 names=mover
import contextlib
import threading
import time


class Shelf:
    def __init__(self):
        self.guard = threading.Lock()

    @contextlib.contextmanager
    def taken(self):
        self.guard.acquire()  # <-- here
        try:
            yield
        finally:
            self.guard.release()


def move(source, target):
    with source.taken():  # <-- here
        time.sleep(0.3)
        with target.taken():
            print("moved")


left, right = Shelf(), Shelf()
mover = threading.Thread(target=move, args=(left, right), name="mover")
mover.start()
print("READY", flush=True)
move(right, left)
