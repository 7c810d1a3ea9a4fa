# The one task waits for the other's table, that one for the first one's.
# https://docs.python.org/3/library/asyncio-task.html#awaitables
import asyncio

tasks = {}


async def load(name, needs):
    await asyncio.sleep(0.1)
    return [name, *await tasks[needs]]  # <-- here


async def main():
    tasks["orders"] = asyncio.create_task(load("orders", "customers"), name="orders")
    tasks["customers"] = asyncio.create_task(load("customers", "orders"), name="customers")
    print("READY", flush=True)
    print(await asyncio.gather(*tasks.values()))  # <-- also


asyncio.run(main())
