# hang: cause=waits-for-nobody confidence=likely needs=trio text=loaded
import trio


async def wait(loaded):
    await loaded.wait()  # <-- here


async def main():
    async with trio.open_nursery() as nursery:
        nursery.start_soon(wait, trio.Event())
        print("READY", flush=True)


trio.run(main)
