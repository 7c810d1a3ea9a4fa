# hang: cause=self-deadlock confidence=certain python=3.8-3.15 first=yes
import threading


class Counter:
    def __init__(self):
        self.lock = threading.Lock()
        self.value = 0

    def add(self, amount):
        with self.lock:  # <-- here
            self.value += amount

    def double(self):
        with self.lock:  # <-- here
            self.add(self.value)


print("READY", flush=True)
Counter().double()
