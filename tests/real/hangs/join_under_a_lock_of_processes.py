# A process joins a forked child inside of `with lock`, and the child wants the lock: the child's copy of
# the stack shows the same `with`, and does not hold it.
# https://docs.python.org/3/library/multiprocessing.html#multiprocessing.Lock
import multiprocessing

context = multiprocessing.get_context("fork")
lock = context.Lock()


def append():
    with lock:  # <-- here
        print("appended")


if __name__ == "__main__":
    with lock:
        child = context.Process(target=append, name="append")
        child.start()
        print("READY", flush=True)
        child.join()  # <-- here
