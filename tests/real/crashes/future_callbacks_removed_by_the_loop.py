# The loop of a future takes callbacks away as they are scheduled.
# https://github.com/python/cpython/issues/125969
import asyncio


def ready(future):
    pass


class Loop:
    scheduled = 0

    def get_debug(self):
        return False

    def call_soon(self, callback, *arguments, context=None):
        self.scheduled += 1
        if self.scheduled == 2:
            for number in range(200):
                answer.remove_done_callback(callbacks[number])  # <-- here


def finish():
    answer.set_result("done")  # <-- here


for _ in range(50):
    callbacks = [lambda future, n=n: n for n in range(201)]
    answer = asyncio.Future(loop=Loop())
    answer.add_done_callback(ready)
    for callback in callbacks:
        answer.add_done_callback(callback)
    finish()
