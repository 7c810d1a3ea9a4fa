# The main coroutine is over; asyncio.run cancels what is left and waits for it, and one task catches
# its cancellation and goes on watching.
# https://github.com/cjrh/aiorun/issues/77
import asyncio
import os


async def watch(path):
    while True:
        try:
            await asyncio.sleep(0.2)  # <-- here
            if os.path.exists(path):
                print(path, "is there")
        except BaseException as error:
            print("watching goes on after", repr(error))


async def main():
    asyncio.create_task(watch("/nowhere"))
    await asyncio.sleep(0.5)
    print("READY", flush=True)


asyncio.run(main())  # <-- also
