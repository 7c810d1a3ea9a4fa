# healthy:
import threading
import time

ready = threading.Event()


def wait(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if ready.wait(0.3):
            return True
    return False


print("READY", flush=True)
wait(60)
