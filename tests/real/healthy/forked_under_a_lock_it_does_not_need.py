# A child is forked inside of `with lock`, works for long and never asks for the lock.
import multiprocessing
import threading
import time

lock = threading.Lock()

if __name__ == "__main__":
    with lock:
        child = multiprocessing.get_context("fork").Process(target=time.sleep, args=(300,))
        child.start()
    print("READY", flush=True)
    child.join()
