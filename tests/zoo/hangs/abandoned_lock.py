# hang: cause=waits-for-nobody confidence=certain|likely
import sys
import threading

threading.excepthook = lambda info: print(info.exc_value, file=sys.stderr)
lock = threading.Lock()


def careless():
    lock.acquire()
    raise ValueError("the release below is never reached")
    lock.release()


thread = threading.Thread(target=careless)
thread.start()
thread.join()
print("READY", flush=True)
with lock:  # <-- here
    pass
