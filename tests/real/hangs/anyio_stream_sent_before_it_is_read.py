# One task sends into a stream without a buffer and reads from it afterwards.
# https://anyio.readthedocs.io/en/stable/streams.html#memory-object-streams
import anyio


async def crawl(pages):
    send, receive = anyio.create_memory_object_stream(max_buffer_size=0)
    for page in pages:
        await send.send(page)  # <-- here
    send.close()
    async for page in receive:
        print(page)


async def main():
    async with anyio.create_task_group() as group:
        group.start_soon(crawl, ["index", "about"])
        print("READY", flush=True)


anyio.run(main)
