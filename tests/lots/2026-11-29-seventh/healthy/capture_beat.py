"""Prints go through a lock to a loop in another thread, which answers slowly."""

import asyncio
import sys
import threading


class Capture:
    def __init__(self, stream, loop):
        self.stream, self.loop, self.lock = stream, loop, threading.Lock()

    def write(self, text):
        with self.lock:
            asyncio.run_coroutine_threadsafe(asyncio.sleep(3), self.loop).result()
            return self.stream.write(text)

    def flush(self):
        self.stream.flush()


if __name__ == "__main__":
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, daemon=True, name="loop").start()
    sys.stdout = Capture(sys.stdout, loop)
    other = threading.Thread(target=lambda: [print("other", n) for n in range(50)], name="other")
    other.start()
    for number in range(50):
        print("main", number)
    other.join()
