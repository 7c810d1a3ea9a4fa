# hang: cause=waits-for-nobody confidence=certain|likely
import threading

connections = threading.Semaphore(2)


def query(n):
    connections.acquire()  # <-- here
    if n < 2:
        return None
    connections.release()
    return n


print("READY", flush=True)
for n in range(3):
    query(n)
