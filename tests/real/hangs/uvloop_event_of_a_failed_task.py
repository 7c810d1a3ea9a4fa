# On uvloop: the task that was to say that it is ready has failed; nobody looked at its error.
# https://github.com/MagicStack/uvloop/issues/39
import asyncio

import uvloop


async def serve(ready):
    server = await asyncio.start_server(lambda *_: None, "127.0.0.1", 0)
    port = server.sockets[1].getsockname()[1]  # <-- also
    ready.set()
    return port


async def main():
    ready = asyncio.Event()
    serving = asyncio.create_task(serve(ready))
    print("READY", flush=True)
    await ready.wait()  # <-- here
    await serving


uvloop.run(main())
