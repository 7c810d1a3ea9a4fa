# Functions in worker threads call back into the loop for something that needs a worker thread itself.
# https://github.com/fastapi/fastapi/pull/12066
import anyio
import anyio.from_thread
import anyio.to_thread


def close():
    return "closed"


async def release():
    return await anyio.to_thread.run_sync(close)  # <-- here


def endpoint(number):
    return anyio.from_thread.run(release)  # <-- here


async def main():
    anyio.to_thread.current_default_thread_limiter().total_tokens = 2
    async with anyio.create_task_group() as group:
        for number in range(4):
            group.start_soon(anyio.to_thread.run_sync, endpoint, number)
        print("READY", flush=True)


anyio.run(main)
