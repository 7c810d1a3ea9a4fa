# healthy:
"""A stack joins a thread on its way out, which is at work, while another one wants the lock that
the stack gives back last."""

import contextlib
import threading
import time

lock = threading.Lock()


@contextlib.contextmanager
def ledger():
    with lock:
        yield


def count():
    for number in range(600):
        time.sleep(0.1)
        print(number)


def post():
    with lock:
        print("posted")


with contextlib.ExitStack() as stack:
    stack.enter_context(ledger())
    counting = threading.Thread(target=count, name="counting", daemon=True)
    stack.callback(counting.join)
    counting.start()
    threading.Thread(target=post, name="poster", daemon=True).start()
    print("READY", flush=True)
