# The garbage collector runs while a queue's lock is held; a destructor puts into that queue.
# https://github.com/getsentry/sentry-python/issues/803
import gc
import queue


class Transport(queue.Queue):
    def _put(self, item):
        self.queue.append({"event": item, "tags": [list() for _ in range(1000)]})


events = Transport()


class Span:
    def __init__(self):
        self.me = self

    def __del__(self):
        events.put("span was never finished")  # <-- here


gc.set_threshold(500, 1, 1)
print("READY", flush=True)
for number in range(100_000):
    Span()
    events.put(number)  # <-- here
