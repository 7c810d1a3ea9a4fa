# A server of trio without clients.
import trio


async def echo(stream):
    async for part in stream:
        await stream.send_all(part)


print("READY", flush=True)
trio.run(trio.serve_tcp, echo, 0)
