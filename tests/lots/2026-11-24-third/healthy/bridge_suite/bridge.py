import threading
import time


class Bridge:
    def __init__(self):
        self.up = threading.Event()

    def raise_(self):
        threading.Thread(target=self._move, name="motor", daemon=True).start()
        return self.up.wait()

    def _move(self):
        for _ in range(90):
            time.sleep(0.1)
        self.up.set()
