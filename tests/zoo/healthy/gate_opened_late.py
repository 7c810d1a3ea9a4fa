# healthy: needs=gcc native=gate.c
"""A thread waits in an extension for what a task of the event loop will bring."""
import asyncio
import ctypes
import os

library = ctypes.CDLL(os.environ["ZOO_NATIVE"] + "/gate.so")


async def opens():
    await asyncio.sleep(60)
    library.gate_open()


async def main():
    opening = asyncio.ensure_future(opens())
    print("READY", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, library.gate_wait)
    await opening


asyncio.run(main())
