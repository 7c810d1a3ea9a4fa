# hang: cause=event-loop-blocked confidence=certain|likely python=3.8-3.15 first=yes
import asyncio
import time


async def heartbeat():
    while True:
        await asyncio.sleep(0.1)


async def throttle():
    await asyncio.sleep(0.1)
    time.sleep(3600)  # <-- here


async def main():
    print("READY", flush=True)
    await asyncio.gather(heartbeat(), throttle())


asyncio.run(main())
