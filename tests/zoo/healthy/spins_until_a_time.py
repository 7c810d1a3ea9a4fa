# healthy: python=3.8-3.15 computes=yes
import time


def settle(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


print("READY", flush=True)
settle(600)
