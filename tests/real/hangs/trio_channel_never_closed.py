# A receiver waits for the end of a channel whose sending side was cloned and never closed.
# https://github.com/python-trio/trio/issues/719
import trio


async def produce(channel):
    async with channel:
        for number in range(3):
            await channel.send(number)


async def main():
    sending, receiving = trio.open_memory_channel(0)
    async with trio.open_nursery() as nursery:  # <-- also
        nursery.start_soon(produce, sending.clone())
        print("READY", flush=True)
        async for number in receiving:  # <-- here
            print(number)


trio.run(main)
