# hang: cause=deadlock confidence=likely python=3.8-3.15 names=service
import threading


class Service:
    def __init__(self):
        self._lock = threading.RLock()
        self._started = threading.Event()

    def start(self):
        with self._lock:  # <-- here
            threading.Thread(target=self._run, name="service").start()
            self._started.wait()  # <-- here

    def _run(self):
        with self._lock:  # <-- here
            self._started.set()


print("READY", flush=True)
Service().start()
