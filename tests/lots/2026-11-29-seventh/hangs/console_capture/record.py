"""The record of a run: lines are sent by tasks of a loop in a thread of its own."""

import asyncio
import threading


class Record:
    def __init__(self, name):
        self.name = name
        self.lines = []
        self.sent = 0
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, name="record", daemon=True)
        self.thread.start()

    def _run(self):
        asyncio.set_event_loop(self.loop)
        self.loop.run_forever()

    async def _send(self, text):
        self.lines.append(text)
        await asyncio.sleep(0.02)  # the service's answer
        self.sent += 1
        if self.sent % 20 == 0:
            print(f"[{self.name}] {self.sent} lines are safe")
        return self.sent

    def add(self, text):
        """A listener of Capture. Returns when the line is safe."""
        if text.strip():
            asyncio.run_coroutine_threadsafe(self._send(text), self.loop).result()

    async def _beat(self):
        while True:
            await asyncio.sleep(1)

    def keep_alive(self):
        asyncio.run_coroutine_threadsafe(self._beat(), self.loop)
