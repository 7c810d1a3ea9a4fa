"""A dispatch centre: calls come over TCP, cars wait for them, and SIGTERM ends the shift."""

import asyncio
import contextlib
import logging
import random
import signal
from concurrent.futures import ProcessPoolExecutor

from board import Board
from cars import Car

PLACES = ["mill", "harbour", "school", "bridge"]


def listen(board):
    async def serve(reader, writer):
        async for line in reader:
            urgency, place = line.decode().split()
            await board.report(int(urgency), place)
            writer.write(b"noted\n")
            await writer.drain()
        writer.close()

    return asyncio.start_server(serve, "127.0.0.1", 0)


async def caller(port, seed):
    """Somebody who calls now and then, and keeps the line open."""
    chance = random.Random(seed)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        await asyncio.sleep(chance.uniform(8, 16))
        writer.write(f"{chance.randint(1, 5)} {chance.choice(PLACES)}\n".encode())
        assert await reader.readline() == b"noted\n"


async def main():
    logging.basicConfig(level=logging.INFO)
    end = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, end.set)
    board = Board()
    with ProcessPoolExecutor(1) as pool:
        async with await listen(board) as server:
            port = server.sockets[0].getsockname()[1]
            tasks = [asyncio.create_task(Car(name, board, pool).work(), name=name) for name in ("red", "blue", "green")]
            tasks += [asyncio.create_task(caller(port, seed), name=f"caller-{seed}") for seed in range(2)]
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(end.wait(), 240)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
    print("calls:", board.done)


if __name__ == "__main__":
    asyncio.run(main())
