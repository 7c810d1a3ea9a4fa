# healthy:
import threading
import time

barrier = threading.Barrier(3)


def step(pace):
    while True:
        time.sleep(pace)
        barrier.wait()


threads = [threading.Thread(target=step, args=(p,)) for p in (0.01, 0.1, 0.3)]
for thread in threads:
    thread.start()
print("READY", flush=True)
for thread in threads:
    thread.join()
