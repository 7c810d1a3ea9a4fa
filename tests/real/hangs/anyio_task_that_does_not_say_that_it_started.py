# start() waits until the task says that it has started, and the task begins to serve without.
# https://anyio.readthedocs.io/en/stable/tasks.html#starting-and-initializing-tasks
import anyio


async def serve(*, task_status=anyio.TASK_STATUS_IGNORED):
    listener = await anyio.create_tcp_listener(local_host="127.0.0.1")
    await listener.serve(lambda client: client.aclose())  # <-- here


async def main():
    async with anyio.create_task_group() as group:
        print("READY", flush=True)
        await group.start(serve)  # <-- here
        print("serving")


anyio.run(main)  # <-- also
