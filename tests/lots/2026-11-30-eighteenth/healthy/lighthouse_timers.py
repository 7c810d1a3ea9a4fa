import signal
import threading


class Lighthouse:
    def __init__(self, period):
        self.period = period
        self.end = threading.Event()
        self.flashes = 0
        self._timer = None

    def _flash(self):
        self.flashes += 1
        print("flash", self.flashes, flush=True)
        self._arm()

    def _arm(self):
        if not self.end.is_set():
            self._timer = threading.Timer(self.period, self._flash)
            self._timer.start()

    def run(self):
        signal.signal(signal.SIGTERM, lambda *_: self.end.set())
        self._arm()
        self.end.wait()
        self._timer.cancel()


if __name__ == "__main__":
    Lighthouse(9).run()
