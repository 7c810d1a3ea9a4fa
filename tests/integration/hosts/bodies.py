"""Four ways to hang, as jobs of whatever runs them. Each notes down its process before."""

import os
import queue
import threading

lock, other = threading.Lock(), threading.Lock()
done = threading.Event()
jobs = queue.Queue()


def twice():
    lock.acquire()
    lock.acquire()  # <-- twice


def event():
    done.wait()  # <-- event


def produce():
    jobs.put("first")
    raise RuntimeError("no more")


def producer():
    threading.Thread(target=produce, name="producer").start()
    while True:
        jobs.get()  # <-- producer


def backwards(both):
    with other:
        both.wait()
        with lock:
            pass


def ring():
    both = threading.Barrier(2)
    threading.Thread(target=backwards, args=(both,), name="other", daemon=True).start()
    with lock:
        both.wait()
        with other:  # <-- ring
            pass


def hang():
    with open(os.environ["NOTE"], "w") as note:
        note.write(str(os.getpid()))
    {"twice": twice, "event": event, "producer": producer, "ring": ring}[os.environ["BODY"]]()
