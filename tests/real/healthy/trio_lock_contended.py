# Five tasks of trio take turns with a lock.
import trio


async def write(lock):
    while True:
        async with lock:
            await trio.sleep(1)


async def main():
    lock = trio.Lock()
    async with trio.open_nursery() as nursery:
        for _ in range(5):
            nursery.start_soon(write, lock)
        print("READY", flush=True)


trio.run(main)
