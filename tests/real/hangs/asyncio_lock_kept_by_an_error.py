# A task that fails does not release its lock; the next one waits for it.
# https://docs.python.org/3/library/asyncio-sync.html#asyncio.Lock
import asyncio


async def write(lock, fails):
    await lock.acquire()  # <-- here
    if fails:
        raise OSError("disk full")
    lock.release()


async def main():
    lock = asyncio.Lock()
    await asyncio.gather(write(lock, True), return_exceptions=True)
    print("READY", flush=True)
    await write(lock, False)  # <-- also


asyncio.run(main())
