# hang: cause=busy-loop confidence=likely|possible watch=yes python=3.8-3.15 text=value
import multiprocessing
import os
import threading
import time


def load(loaded):
    for n in range(3):
        loaded.value += 1
        time.sleep(0.05)
    os._exit(1)


def tick(seen):
    while True:
        time.sleep(0.2)
        seen.append(time.time())


def wait_for(loaded, count):
    while loaded.value < count:  # <-- here~
        time.sleep(0.02)


if __name__ == "__main__":
    loaded = multiprocessing.Value("i", 0)
    multiprocessing.get_context("fork").Process(target=load, args=(loaded,)).start()
    threading.Thread(target=tick, args=([],), daemon=True).start()
    time.sleep(0.5)
    print("READY", flush=True)
    wait_for(loaded, 10)
