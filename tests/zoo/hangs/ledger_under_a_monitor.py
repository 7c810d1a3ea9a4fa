# hang: cause=deadlock confidence=likely python=3.8-3.15 names=entries,guard
# Who fills the queue keeps the lock that the one needs who empties it; a third one goes on.
import queue
import threading
import time

guard = threading.RLock()
entries = queue.Queue(maxsize=2)


def book():
    while True:
        entries.get()
        with guard:  # <-- here
            pass


def shows_the_time():
    while True:
        time.sleep(0.1)


def sell():
    with guard:
        for number in range(10):
            entries.put(number)  # <-- here


threading.Thread(target=book, name="ledger", daemon=True).start()
threading.Thread(target=shows_the_time, name="clock", daemon=True).start()
print("READY", flush=True)
sell()
