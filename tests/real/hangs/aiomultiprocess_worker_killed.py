# A worker was killed in the middle of its job; its result is waited for.
# https://github.com/xorbitsai/xoscar/pull/164
import asyncio
import os
import signal

import aiomultiprocess


async def fetch(number):
    if number == 2:
        print("READY", flush=True)
        os.kill(os.getpid(), signal.SIGKILL)
    return number


async def main():
    async with aiomultiprocess.Pool(processes=2, queuecount=2) as pool:
        print(await pool.map(fetch, range(4)))  # <-- here


if __name__ == "__main__":
    aiomultiprocess.set_start_method("fork")
    asyncio.run(main())
