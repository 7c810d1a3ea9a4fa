# healthy:
import threading
import time


class Kettle:
    """Who watches it holds another lock than who heats it."""

    def __init__(self):
        self.lid, self.fire = threading.RLock(), threading.Lock()
        self.degrees = 0

    def heat(self):
        while True:
            time.sleep(0.3)
            with self.fire:
                self.degrees += 1

    def pour(self):
        with self.lid:
            while self.degrees < 1000:
                time.sleep(0.01)


kettle = Kettle()
threading.Thread(target=kettle.heat, name="fire", daemon=True).start()
print("READY", flush=True)
kettle.pour()
