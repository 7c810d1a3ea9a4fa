# The consumer of a queue ends by an error before it says that its item is done.
# https://curio.readthedocs.io/en/latest/reference.html#queues
import curio

queue = curio.Queue()


async def consume():
    item = await queue.get()
    print(1 / item)
    await queue.task_done()


async def main():
    await curio.spawn(consume, daemon=True)
    await queue.put(0)
    print("READY", flush=True)
    await queue.join()  # <-- here


curio.run(main)
