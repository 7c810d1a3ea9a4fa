import threading
import time


class Bench:
    """A test bench with a motor that needs its time."""

    def __init__(self):
        self.lock = threading.RLock()
        self.turning = threading.Event()
        self.speed = 0

    def run_up(self, speed):
        def motor():
            while self.speed < speed:
                time.sleep(1)
                self.speed += 10
            self.turning.set()

        self.turning.clear()
        thread = threading.Thread(target=motor, name="motor", daemon=True)
        thread.start()
        return thread

    def run_down(self):
        while self.speed:
            time.sleep(0.5)
            self.speed -= 10
