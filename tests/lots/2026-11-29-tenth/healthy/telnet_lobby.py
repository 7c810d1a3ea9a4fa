"""A telnet server at rest, and one client that says something each fifteen seconds."""

import asyncio

import telnetlib3


async def lobby(reader, writer):
    writer.write("welcome\r\n")
    while line := await reader.readline():
        writer.write(f"you said {line.strip()}\r\n")


async def guest(port):
    reader, writer = await telnetlib3.open_connection(
        "127.0.0.1", port, encoding="utf8", connect_minwait=0.1, connect_maxwait=0.5
    )
    print(await reader.readline(), flush=True)
    for number in range(8):
        await asyncio.sleep(15)
        writer.write(f"hello {number}\r\n")
        print(await reader.readline(), flush=True)


async def main():
    server = await telnetlib3.create_server(host="127.0.0.1", port=0, shell=lobby, connect_maxwait=0.2, timeout=0)
    await guest(server.sockets[0].getsockname()[1])


asyncio.run(main())
