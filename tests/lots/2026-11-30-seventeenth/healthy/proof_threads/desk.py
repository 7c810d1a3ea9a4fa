import asyncio
import threading
import time


class Press:
    """One press, used from threads of the loop's executor."""

    def __init__(self, seconds):
        self.seconds = seconds
        self.lock = threading.Lock()
        self.sheets = 0

    def print(self, title):
        with self.lock:
            time.sleep(self.seconds)
            self.sheets += 1
            return f"{title}, sheet {self.sheets}"


class Desk:
    def __init__(self, press):
        self.press = press
        self.beats = 0

    async def heartbeat(self):
        while True:
            await asyncio.sleep(0.5)
            self.beats += 1

    async def order(self, title, copies):
        loop = asyncio.get_running_loop()
        for _ in range(copies):
            print(await loop.run_in_executor(None, self.press.print, title), flush=True)
