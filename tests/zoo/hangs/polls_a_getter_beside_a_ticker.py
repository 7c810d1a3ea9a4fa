# hang: cause=busy-loop confidence=likely|possible watch=yes python=3.8-3.15 text=_state
import threading
import time

threading.excepthook = lambda failure: None


class Index:
    def __init__(self):
        self._lock = threading.Lock()
        self._state = "new"
        self.looked = 0

    def build(self, words):
        with self._lock:
            self._state = "building"
        total = sum(map(int, words))
        with self._lock:
            self._state = f"ready: {total}"

    @property
    def state(self):
        with self._lock:
            return self._state

    def is_ready(self):
        state = self.state
        if state == "new":
            return False
        return state.startswith("ready")


class Ticker(threading.Thread):
    ticks = 0

    def run(self):
        while True:
            time.sleep(0.1)
            self.ticks += 1


def wait_for(index):
    while index.state != "ready: 6":  # <-- here~
        index.looked += 1
        time.sleep(0.05)


index = Index()
Ticker(daemon=True).start()
threading.Thread(target=index.build, args=(["1", "2", "three"],)).start()
time.sleep(0.3)
print("READY", flush=True)
wait_for(index)
