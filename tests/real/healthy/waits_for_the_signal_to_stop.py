# A service whose threads do the work; its main thread waits until it is told to stop.
import signal
import threading


class Service:
    def __init__(self):
        self.stopped = threading.Event()

    def stop(self, number, frame):
        self.stopped.set()


service = Service()
signal.signal(signal.SIGINT, service.stop)
signal.signal(signal.SIGTERM, lambda number, frame: service.stop(number, frame))
print("READY", flush=True)
service.stopped.wait()
