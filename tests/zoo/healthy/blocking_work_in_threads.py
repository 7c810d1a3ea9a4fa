# healthy:
import asyncio
import time


async def main():
    loop = asyncio.get_running_loop()
    print("READY", flush=True)
    while True:
        await asyncio.gather(*(loop.run_in_executor(None, time.sleep, 0.3) for _ in range(3)))


asyncio.run(main())
