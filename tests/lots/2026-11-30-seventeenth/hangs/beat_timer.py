"""A metronome for the loom: a signal for each beat, and a shuttle that moves on with it."""

import argparse
import itertools
import signal
import threading
import time


class Metronome:
    """Beats by the kernel's timer, so that slow weaving does not shift them."""

    def __init__(self, per_minute, start=0.0):
        self.interval = 60 / per_minute
        self.start = start
        self.beats = 0

    def __enter__(self):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})
        signal.setitimer(signal.ITIMER_REAL, self.start, self.interval)
        return self

    def __exit__(self, *error):
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGALRM})

    def __iter__(self):
        while True:
            signal.sigwait({signal.SIGALRM})
            self.beats += 1
            yield self.beats


class Loom:
    def __init__(self, pattern):
        self.pattern = itertools.cycle(pattern)
        self.rows = []
        self.lock = threading.Lock()

    def weave(self):
        row = next(self.pattern)
        with self.lock:
            self.rows.append(row)
        return row

    def length(self):
        with self.lock:
            return len(self.rows)


def tell(loom):
    while True:
        time.sleep(3)
        print("rows:", loom.length(), flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--rows", type=int, default=24)
    parser.add_argument("--per-minute", type=float, default=40)
    parser.add_argument("--start", type=float, default=0.0, help="seconds before the first beat")
    options = parser.parse_args()
    loom = Loom(["x.x.x.x.", ".x.x.x.x", "xx..xx.."])
    threading.Thread(target=tell, args=(loom,), name="teller", daemon=True).start()
    with Metronome(options.per_minute, options.start) as metronome:
        for beat in metronome:
            print(f"{beat:3d} {loom.weave()}", flush=True)
            if beat == options.rows:
                break


if __name__ == "__main__":
    main()
