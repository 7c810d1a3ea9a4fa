# A receiver waits for a sender that sleeps between its messages.
import trio


async def produce(channel):
    async with channel:
        while True:
            await trio.sleep(4)
            await channel.send(1)


async def main():
    sending, receiving = trio.open_memory_channel(0)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(produce, sending)
        print("READY", flush=True)
        async for number in receiving:
            print(number)


trio.run(main)
