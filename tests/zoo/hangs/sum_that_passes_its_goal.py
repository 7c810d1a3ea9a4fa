# hang: cause=busy-loop confidence=likely python=3.8-3.15 names=MainThread watch=yes computes=yes
import threading
import time

GOAL = 1.0


def beat():
    while True:
        time.sleep(0.2)


def steps(size):
    filled, count = 0.0, 0
    while filled != GOAL:  # <-- here
        filled += size
        count += 1
    return count


threading.Thread(target=beat, daemon=True).start()
print(steps(0.25), "READY", flush=True)
print(steps(0.1))  # <-- here
