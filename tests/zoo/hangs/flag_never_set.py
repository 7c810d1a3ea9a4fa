# hang: cause=busy-loop confidence=likely|possible watch=yes computes=yes first=yes
import threading


def collect(source):
    done = False
    while not done:  # <-- here~
        done = any(item < 0 for item in source)
    return source


print("READY", flush=True)
worker = threading.Thread(target=collect, args=([1, 2, 3],), name="collector")
worker.start()
worker.join()
