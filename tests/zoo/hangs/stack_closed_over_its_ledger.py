# hang: cause=deadlock confidence=certain python=3.8-3.15 names=poster text=lock
"""A stack joins a thread on its way out, which wants the lock that the stack gives back last."""

import contextlib
import threading

lock = threading.Lock()


@contextlib.contextmanager
def ledger():
    with lock:  # <-- here
        yield


def post():
    with lock:  # <-- here
        print("posted")


with contextlib.ExitStack() as stack:
    stack.enter_context(ledger())
    poster = threading.Thread(target=post, name="poster")
    stack.callback(poster.join)
    poster.start()
    print("READY", flush=True)
    stack.close()  # <-- here
