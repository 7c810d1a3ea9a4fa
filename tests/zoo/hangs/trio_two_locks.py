# hang: cause=deadlock confidence=certain|likely needs=trio names=pay,refund
import trio

ledger, audit = trio.Lock(), trio.StrictFIFOLock()


async def book(first, second):
    async with first:
        await trio.sleep(0.1)
        await second.acquire()  # <-- here


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(book, ledger, audit, name="pay")
        nursery.start_soon(book, audit, ledger, name="refund")
        print("READY", flush=True)


trio.run(main)
