# Ten tasks want one lock of asyncio, and each has it for a second.
import asyncio


async def write(lock):
    while True:
        async with lock:
            await asyncio.sleep(1)


async def main():
    lock = asyncio.Lock()
    print("READY", flush=True)
    await asyncio.gather(*(write(lock) for _ in range(10)))


asyncio.run(main())
