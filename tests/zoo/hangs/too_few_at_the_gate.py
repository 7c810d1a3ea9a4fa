# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15
import threading


class Gate:
    def __init__(self):
        self.condition = threading.Condition()
        self.arrived = 0

    def enter(self):
        with self.condition:
            self.arrived += 1
            self.condition.wait_for(lambda: self.arrived >= 3)  # <-- here


gate = Gate()
threads = [threading.Thread(target=gate.enter) for _ in range(2)]
print("READY", flush=True)
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
