# hang: cause=self-deadlock confidence=certain python=3.8-3.15
import threading

lock = threading.Lock()


class Handle:
    def __del__(self):
        with lock:  # <-- here
            pass


def recycle(handles):
    with lock:  # <-- here
        handles.clear()


print("READY", flush=True)
recycle([Handle()])
