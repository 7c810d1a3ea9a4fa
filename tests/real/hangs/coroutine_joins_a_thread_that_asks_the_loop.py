# A coroutine joins a thread that waits for a coroutine on the same loop.
# https://github.com/home-assistant/core/pull/3658
import asyncio
import threading


async def state():
    return "on"


def update(loop):
    print(asyncio.run_coroutine_threadsafe(state(), loop).result())  # <-- here


async def main():
    thread = threading.Thread(target=update, args=(asyncio.get_running_loop(),), name="update")
    thread.start()
    print("READY", flush=True)
    thread.join()  # <-- here


asyncio.run(main())
