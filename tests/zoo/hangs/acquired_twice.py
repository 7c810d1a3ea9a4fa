# hang: cause=self-deadlock confidence=likely|certain
import threading

gate = threading.Lock()


def enter():
    gate.acquire()  # <-- here
    work()
    gate.release()


def work():
    gate.acquire()  # <-- here
    gate.release()


print("READY", flush=True)
enter()
