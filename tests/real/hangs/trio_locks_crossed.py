# Two tasks of trio take two locks, each in its own order.
# https://trio.readthedocs.io/en/stable/reference-core.html#trio.Lock
import trio

ledger, archive = trio.Lock(), trio.Lock()


async def move(first, second):
    async with first:
        await trio.sleep(0.1)
        async with second:  # <-- here
            print("moved")


async def main():
    async with trio.open_nursery() as nursery:  # <-- also
        nursery.start_soon(move, ledger, archive, name="book")
        nursery.start_soon(move, archive, ledger, name="restore")
        print("READY", flush=True)


trio.run(main)
