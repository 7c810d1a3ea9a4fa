"""Shows what the machines of a hall write into named pipes; this one tests them first."""

import argparse
import asyncio
import concurrent.futures
import contextlib
import tempfile

from pipes_of_hall import Pipes


async def clock(start):
    while True:
        await asyncio.sleep(2)
        start += 2


async def view(folder, machines):
    asyncio.get_running_loop().set_default_executor(
        concurrent.futures.ThreadPoolExecutor(8, thread_name_prefix="files")
    )
    pipes = Pipes(folder, [f"machine-{number}" for number in range(1, machines + 1)])
    following = asyncio.create_task(pipes.follow_all())
    ticking = asyncio.create_task(clock(0))
    await asyncio.sleep(0.5)
    for name in pipes.paths:
        await pipes.tell(name, "test")
    print("all pipes are open", flush=True)
    with contextlib.suppress(asyncio.CancelledError):
        await following
    ticking.cancel()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--machines", type=int, default=12)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(view(folder, options.machines))


if __name__ == "__main__":
    main()
