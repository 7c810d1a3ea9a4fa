# hang: cause=pool-starvation confidence=likely|possible
import asyncio
import concurrent.futures
import threading


async def answer(wanted):
    while True:
        name, known = await wanted.get()
        await asyncio.get_running_loop().getaddrinfo(name, 80)
        known.set()


def job(loop, wanted):
    known = threading.Event()
    loop.call_soon_threadsafe(wanted.put_nowait, ("localhost", known))
    known.wait()  # <-- here


async def main():
    loop = asyncio.get_running_loop()
    loop.set_default_executor(concurrent.futures.ThreadPoolExecutor(2))
    wanted = asyncio.Queue()
    answering = asyncio.create_task(answer(wanted))
    print("READY", flush=True)
    await asyncio.gather(*[asyncio.to_thread(job, loop, wanted) for _ in range(4)])
    answering.cancel()


asyncio.run(main())
