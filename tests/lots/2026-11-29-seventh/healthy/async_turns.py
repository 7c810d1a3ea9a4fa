"""Tasks hand a token round by futures; who has it works for five seconds in a thread."""

import asyncio
import time


async def player(number, mine, other):
    while True:
        await mine.get()
        await asyncio.to_thread(time.sleep, 5)
        print("player", number, flush=True)
        await other.put(None)


async def main():
    queues = [asyncio.Queue(1) for _ in range(4)]
    async with asyncio.TaskGroup() as group:
        for number in range(4):
            group.create_task(player(number, queues[number], queues[(number + 1) % 4]))
        await queues[0].put(None)


asyncio.run(main())
