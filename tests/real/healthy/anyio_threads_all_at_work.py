# More calls than there are threads for them; each takes some seconds.
import time

import anyio
import anyio.to_thread


async def main():
    anyio.to_thread.current_default_thread_limiter().total_tokens = 2
    async with anyio.create_task_group() as group:
        for _ in range(100):
            group.start_soon(anyio.to_thread.run_sync, time.sleep, 3)
        print("READY", flush=True)


anyio.run(main)
