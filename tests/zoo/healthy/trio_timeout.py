# healthy: needs=trio
# Each waits for what the other has, but a deadline ends that.
import trio

first, second = trio.Lock(), trio.Lock()


async def take(one, other):
    with trio.move_on_after(3600):
        async with one:
            await trio.sleep(0.1)
            await other.acquire()


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(take, first, second)
        nursery.start_soon(take, second, first)
        print("READY", flush=True)


trio.run(main)
