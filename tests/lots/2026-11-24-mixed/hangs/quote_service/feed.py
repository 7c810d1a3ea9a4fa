import asyncio
import random
import threading


class Feed(threading.Thread):
    """Reads quotes from a blocking client and publishes them on the loop of the service."""

    def __init__(self, loop, publish):
        super().__init__(name="feed", daemon=True)
        self._loop = loop
        self._publish = publish
        self._ending = threading.Event()
        self.count = 0

    def _read(self):
        self._ending.wait(0.3)
        return {"symbol": random.choice(["ABC", "XYZ"]), "price": random.random()}

    def run(self):
        while not self._ending.is_set():
            quote = self._read()
            future = asyncio.run_coroutine_threadsafe(self._publish(quote), self._loop)
            future.result()  # <-- here
            self.count += 1

    def stop(self):
        self._ending.set()
        self.join()  # <-- here
