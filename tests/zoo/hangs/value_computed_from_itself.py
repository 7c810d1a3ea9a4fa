# hang: cause=self-deadlock confidence=likely python=3.8-3.15 names=MainThread
import threading
import time

NEEDS = {"gross": "net", "net": "tax", "tax": "gross"}


class Values:
    """Each is computed once, however many threads ask."""

    def __init__(self, compute):
        self.compute = compute
        self.guard = threading.Lock()
        self.known = {}

    def __getitem__(self, name):
        with self.guard:
            is_begun = name in self.known
            entry = self.known.setdefault(name, [threading.Event(), None])
        if is_begun:
            entry[0].wait()  # <-- here
        else:
            self.fill(name, entry)
        return entry[1]

    def fill(self, name, entry):
        ready = entry[0]
        try:
            entry[1] = self.compute(name)  # <-- here
        finally:
            ready.set()


def compute(name):
    return values[NEEDS[name]] + 1


def beat():
    while True:
        time.sleep(0.1)


values = Values(compute)
threading.Thread(target=beat, daemon=True).start()
print("READY", flush=True)
print(values["gross"])
