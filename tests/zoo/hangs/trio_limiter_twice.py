# hang: cause=self-deadlock confidence=certain|likely needs=trio text=limiter
import trio

limiter = trio.CapacityLimiter(1)


async def fetch():
    async with limiter:
        await limiter.acquire_on_behalf_of("page 2")  # <-- here


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(fetch)
        print("READY", flush=True)


trio.run(main)
