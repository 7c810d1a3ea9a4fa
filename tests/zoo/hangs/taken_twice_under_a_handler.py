# hang: cause=self-deadlock confidence=likely python=3.8-3.15
# The program handles SIGTERM and SIGHUP; neither function touches the lock.
import signal
import sys
import threading


class Service:
    def __init__(self):
        self.running = True
        self.gate = threading.Lock()

    def stop(self, number, frame):
        self.running = False
        sys.exit(0)

    def reload(self, number, frame):
        print("reloaded")

    def enter(self):
        self.gate.acquire()  # <-- here
        self.work()
        self.gate.release()

    def work(self):
        self.gate.acquire()  # <-- here
        self.gate.release()


service = Service()
signal.signal(signal.SIGTERM, service.stop)
signal.signal(signal.SIGHUP, lambda number, frame: service.reload(number, frame))
print("READY", flush=True)
service.enter()
