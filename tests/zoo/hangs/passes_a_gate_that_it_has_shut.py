# hang: cause=self-deadlock confidence=likely python=3.8-3.15 names=mover
import contextlib
import threading
import time


class Gate:
    def __init__(self):
        self.changed = threading.Condition()
        self.is_shut = False

    @contextlib.contextmanager
    def shut(self):
        with self.changed:
            self.is_shut = True
        try:
            yield
        finally:
            with self.changed:
                self.is_shut = False
                self.changed.notify_all()

    def passing(self):
        with self.changed:
            while self.is_shut:
                self.changed.wait()  # <-- here


def write(row):
    gate.passing()
    print(row)


def move():
    with gate.shut():
        write("moved")  # <-- here


def beat():
    while True:
        time.sleep(0.1)


gate = Gate()
threading.Thread(target=beat, daemon=True).start()
mover = threading.Thread(target=move, name="mover")
mover.start()
print("READY", flush=True)
mover.join()
