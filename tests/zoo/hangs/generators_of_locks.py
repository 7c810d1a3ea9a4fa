# hang: cause=deadlock confidence=certain python=3.8-3.15 text=cache
import contextlib
import threading
import time

locks = {"rows": threading.Lock(), "cache": threading.Lock()}


@contextlib.contextmanager
def holding(name):
    with locks[name]:  # <-- here
        yield


def work(first, second):
    with holding(first):  # <-- here
        time.sleep(0.2)
        with holding(second):  # <-- here
            pass


print("READY", flush=True)
for pair in (("rows", "cache"), ("cache", "rows")):
    threading.Thread(target=work, args=pair, name=pair[0]).start()
