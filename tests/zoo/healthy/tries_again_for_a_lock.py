# healthy:
import threading
import time

lock = threading.Lock()
lock.acquire()


def take():
    tries = 0
    while not lock.acquire(timeout=0.2):
        tries += 1


print("READY", flush=True)
threading.Thread(target=take, name="patient").start()
time.sleep(60)
lock.release()
