# A callback of the event loop waits for a coroutine that it has just handed to the same loop.
# https://github.com/empicano/aiomqtt/issues/174
import asyncio


async def register():
    return "registered"


def on_socket_open(loop):
    future = asyncio.run_coroutine_threadsafe(register(), loop)
    print(future.result())  # <-- here


async def main():
    asyncio.get_running_loop().call_later(0.1, on_socket_open, asyncio.get_running_loop())
    print("READY", flush=True)
    await asyncio.sleep(600)


asyncio.run(main())
