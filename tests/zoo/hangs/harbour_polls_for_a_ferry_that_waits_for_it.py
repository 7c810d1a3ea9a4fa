# hang: cause=deadlock confidence=likely watch=yes
import threading
import time


class Ferry(threading.Thread):
    def __init__(self, free):
        super().__init__(daemon=True)
        self.free, self.state = free, "at sea"

    def run(self):
        self.state = "waiting"
        self.free.wait()
        self.state = "moored"


def bring_in(ferry, free):
    while ferry.state != "moored":  # <-- here
        time.sleep(0.2)
    free.set()


quay = threading.Event()
anna = Ferry(quay)
anna.start()
print("READY", flush=True)
bring_in(anna, quay)
