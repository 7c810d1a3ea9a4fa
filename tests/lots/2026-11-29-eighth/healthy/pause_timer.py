"""pause() until a timer's signal, every six seconds; a thread has a lock most of the time."""

import signal
import threading
import time

ticks = []
lock = threading.Lock()


def tick(*_):
    ticks.append(time.monotonic())


def work():
    while True:
        with lock:
            time.sleep(3)
        time.sleep(0.01)


if __name__ == "__main__":
    signal.signal(signal.SIGALRM, tick)
    signal.setitimer(signal.ITIMER_REAL, 6, 6)
    threading.Thread(target=work, name="work", daemon=True).start()
    while True:
        signal.pause()
        with lock:
            print(len(ticks), "ticks", flush=True)
