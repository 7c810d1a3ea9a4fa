# A thread puts the next item after minutes; the child that has failed has nothing to do with it.
import multiprocessing
import os
import threading
import time


def fail():
    os._exit(3)


def produce(items):
    time.sleep(120)
    items.put("late")


if __name__ == "__main__":
    context = multiprocessing.get_context("fork")
    items = context.Queue()
    context.Process(target=fail).start()
    threading.Thread(target=produce, args=(items,), daemon=True).start()
    time.sleep(0.5)
    print("READY", flush=True)
    items.get()
