# hang: cause=waits-for-nobody confidence=likely python=3.8-3.15 needs=gcc native=gate.c text=gate_wait
"""A condition of an extension is signalled before anybody waits for it; a ticker goes on."""
import asyncio
import ctypes
import os
import threading
import time

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/gate.so")


class Ticker(threading.Thread):
    def __init__(self):
        super().__init__(daemon=True)
        self.ticks = 0

    def run(self):
        while True:
            time.sleep(0.2)
            self.ticks += 1


class Gate:
    def open(self):
        library.gate_open()

    def enter(self):
        library.gate_wait()  # <-- here


async def beat():
    while True:
        await asyncio.sleep(0.2)


async def main():
    beating = asyncio.ensure_future(beat())
    gate = Gate()
    gate.open()
    await asyncio.sleep(0.2)
    print("READY", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, gate.enter)
    beating.cancel()


Ticker().start()
asyncio.run(main())
