# A flag that a child sets in its own copy of the memory; the parent looks at its own.
# https://docs.python.org/3/library/multiprocessing.html#sharing-state-between-processes
import multiprocessing
import time

finished = False


def convert():
    global finished
    time.sleep(0.3)
    finished = True


if __name__ == "__main__":
    worker = multiprocessing.get_context("fork").Process(target=convert)
    worker.start()
    print("READY", flush=True)
    while not finished:  # <-- here
        time.sleep(0.1)  # <-- here
    print("converted")
