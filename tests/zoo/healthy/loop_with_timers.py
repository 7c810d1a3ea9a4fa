# healthy:
import asyncio


async def heartbeat(every):
    beats = 0
    while True:
        beats += 1
        await asyncio.sleep(every)


async def main():
    print("READY", flush=True)
    await asyncio.gather(heartbeat(0.3), heartbeat(2))


asyncio.run(main())
