"""Samples the depth of the work queue twenty times a second, by a timer of the process."""

import queue
import signal
import threading
import time

events = queue.Queue()


def sample(number, frame):
    events.put(("line", frame.f_lineno))  # <-- here
    signal.setitimer(signal.ITIMER_REAL, 0.05)


def background():
    while True:
        time.sleep(0.5)


def busy(seconds):
    end = time.monotonic() + seconds
    done = 0
    while time.monotonic() < end:
        for i in range(100):
            events.put(("job", i))
        for _ in range(100):
            events.get()
            done += 1
    return done


if __name__ == "__main__":
    threading.Thread(target=background, daemon=True, name="background").start()
    signal.signal(signal.SIGALRM, sample)
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    total = 0
    for round in range(1000):
        total += busy(0.5)
        print("round", round, total, flush=True)
