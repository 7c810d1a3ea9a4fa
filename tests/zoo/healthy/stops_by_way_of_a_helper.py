# healthy:
# The function that is called at SIGTERM sets the event by way of two more objects.
import signal
import threading


class Stopper:
    def __init__(self):
        self._asked = threading.Event()

    def trigger(self):
        self._asked.set()

    def wait(self):
        self._asked.wait()


class Service:
    def __init__(self):
        self.stopper = Stopper()

    def shut_down(self):
        print("shutting down")
        self.stopper.trigger()


service = Service()
signal.signal(signal.SIGTERM, lambda number, frame: service.shut_down())
print("READY", flush=True)
service.stopper.wait()
