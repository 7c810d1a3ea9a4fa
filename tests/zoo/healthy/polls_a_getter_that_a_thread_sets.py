# healthy:
import threading
import time


class Index:
    def __init__(self):
        self._lock = threading.Lock()
        self._state = "new"
        self.looked = 0

    def build(self, words):
        for _ in words:
            time.sleep(30)
        with self._lock:
            self._state = "ready"

    @property
    def state(self):
        with self._lock:
            return self._state


def wait_for(index):
    while index.state != "ready":
        index.looked += 1
        time.sleep(0.05)


index = Index()
threading.Thread(target=index.build, args=(["1", "2"],), daemon=True).start()
print("READY", flush=True)
wait_for(index)
