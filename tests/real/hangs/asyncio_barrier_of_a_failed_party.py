# The jobs of a batch meet at a barrier after their first step, in which one of them fails.
# https://github.com/backend-developers-ltd/ComputeHorde/pull/298
import asyncio


async def job(name, size, prepared):
    share = 100 / size
    await asyncio.sleep(0.1)
    await prepared.wait()  # <-- here
    print(name, share)


async def main():
    prepared = asyncio.Barrier(3)
    jobs = [job(f"job{n}", size, prepared) for n, size in enumerate((1, 0, 4))]
    print("READY", flush=True)
    print(await asyncio.gather(*jobs, return_exceptions=True))  # <-- also


asyncio.run(main())
