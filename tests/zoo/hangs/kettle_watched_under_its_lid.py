# hang: cause=deadlock confidence=likely watch=yes
import threading
import time


class Kettle:
    def __init__(self):
        self.lid = threading.RLock()
        self.boils = False

    def heat(self):
        time.sleep(0.2)
        with self.lid:
            self.boils = True

    def pour(self):
        with self.lid:
            while not self.boils:  # <-- here
                time.sleep(0.01)


kettle = Kettle()
threading.Thread(target=kettle.heat, name="fire").start()
print("READY", flush=True)
kettle.pour()
