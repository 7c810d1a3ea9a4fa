# hang: cause=self-deadlock confidence=certain
import threading


class Bus:
    def __init__(self):
        self._lock = threading.Lock()
        self._listeners = []

    def subscribe(self, listener):
        with self._lock:  # <-- here
            self._listeners.append(listener)

    def publish(self, event):
        with self._lock:  # <-- here
            for listener in self._listeners:
                listener(event)


bus = Bus()
bus.subscribe(lambda event: bus.subscribe(print))
worker = threading.Thread(target=bus.publish, args=("changed",), name="publisher")
worker.start()
print("READY", flush=True)
worker.join()
