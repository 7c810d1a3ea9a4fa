# Ten tasks share two slots, and each keeps its slot for the time that its child process runs.
import asyncio


async def convert(slots, number):
    async with slots:
        child = await asyncio.create_subprocess_exec("sleep", "60")
        return number, await child.wait()


async def main():
    slots = asyncio.Semaphore(2)
    print("READY", flush=True)
    print(await asyncio.gather(*(convert(slots, number) for number in range(10))))


asyncio.run(main())
