# One asyncio.Lock, two loops in two threads: who releases it does not wake the other loop.
# https://github.com/dhyansraj/mcp-mesh/issues/1564
import asyncio
import threading

lock = asyncio.Lock()
taken = threading.Event()


async def first():
    async with lock:
        taken.set()
        await asyncio.sleep(0.5)


async def second():
    async with lock:  # <-- here
        return "proxy"


def run_second():
    taken.wait()
    print(asyncio.run(second()))


worker = threading.Thread(target=run_second, name="worker")
worker.start()
asyncio.run(first())
print("READY", flush=True)
worker.join()  # <-- also
