# healthy: computes=yes
import threading
import time

stop = False


def sample():
    state, inside, total = 1, 0, 0
    while not stop:
        state = (state * 1103515245 + 12345) % 2147483648
        total += 1
        if state < 1000000000:
            inside += 1
    return inside / total


thread = threading.Thread(target=sample, name="sampler")
thread.start()
print("READY", flush=True)
time.sleep(60)
stop = True
thread.join()
