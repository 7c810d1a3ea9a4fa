# The main coroutine is over; asyncio.run waits for a thread of its executor that waits for a line.
# https://github.com/jaredrhod/backtalk/issues/24
import asyncio
import queue

typed = queue.Queue()


def next_line():
    return typed.get()  # <-- here


async def main():
    loop = asyncio.get_running_loop()
    line = loop.run_in_executor(None, next_line)
    await asyncio.wait([line], timeout=0.3)
    line.cancel()
    print("READY", flush=True)


asyncio.run(main())  # <-- also
