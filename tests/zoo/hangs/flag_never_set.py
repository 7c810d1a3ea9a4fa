# hang: cause=busy-loop confidence=likely|possible watch=yes
import threading


def collect(source):
    done = False
    total = 0
    while not done:  # <-- here~
        for item in source:
            total += item
            if item < 0:
                done = True
    return total


print("READY", flush=True)
worker = threading.Thread(target=collect, args=([1, 2, 3],), name="collector")
worker.start()
worker.join()
