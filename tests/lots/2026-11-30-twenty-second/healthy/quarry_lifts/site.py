import multiprocessing
import signal
import sys
import threading
import time

from lifts import Carrier, Gang, Ramp

RESTS = {"north": 2.0, "east": 9.0, "west": 4.5}


class Clerk(threading.Thread):
    """Counts the hours; asked by SIGUSR2, tells them."""

    def __init__(self):
        super().__init__(daemon=True, name="clerk")
        self.hours = 0
        signal.signal(signal.SIGUSR2, lambda *_: print("hours:", self.hours, flush=True))

    def run(self):
        while True:
            time.sleep(4)
            self.hours += 1


class Site:
    def __init__(self, lifts):
        self.barrier = multiprocessing.Barrier(len(RESTS))
        self.log = multiprocessing.Queue()
        self.gangs = [Gang(name, rest, self.barrier, self.log, lifts) for name, rest in RESTS.items()]
        ramp = Ramp(2)
        self.carriers = [Carrier(f"carrier-{number}", ramp, 4) for number in range(4)]

    def events(self):
        ended = 0
        while ended < len(self.gangs):
            event = self.log.get()
            if event is None:
                ended += 1
            else:
                yield event

    def run(self):
        for process in (*self.gangs, *self.carriers):
            process.start()
        started = time.monotonic()
        for number, name, moment in self.events():
            print(f"lift {number} after {moment - started:.0f} s, {name} first", flush=True)
        for process in (*self.gangs, *self.carriers):
            process.join()
        return 0


if __name__ == "__main__":
    Clerk().start()
    sys.exit(Site(lifts=8).run())
