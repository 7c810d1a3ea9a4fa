# A service of asyncio that waits until it is told to stop.
import asyncio
import signal


async def main():
    stopped = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopped.set)
    print("READY", flush=True)
    await stopped.wait()


asyncio.run(main())
