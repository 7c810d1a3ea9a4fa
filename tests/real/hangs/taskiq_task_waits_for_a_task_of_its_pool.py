# A task that runs in the pool of threads waits for another one, which the pool has no thread for.
# https://github.com/taskiq-python/taskiq/issues/280
import asyncio

from taskiq import InMemoryBroker

broker = InMemoryBroker(sync_tasks_pool_size=1)


@broker.task
def rate():
    return 3


async def fetch():
    task = await rate.kiq()
    return (await task.wait_result()).return_value  # <-- also


@broker.task
def price():
    return 2 * asyncio.run_coroutine_threadsafe(fetch(), loop).result()  # <-- here


async def main():
    global loop
    loop = asyncio.get_running_loop()
    await broker.startup()
    task = await price.kiq()
    print("READY", flush=True)
    print((await task.wait_result()).return_value)  # <-- also


asyncio.run(main())
