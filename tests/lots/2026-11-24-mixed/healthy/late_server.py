"""A client that is there before its server, and waits longer after each attempt."""

import asyncio
import subprocess
import sys
import socket

SERVER = """
import socket, sys, time
time.sleep(40)
listener = socket.create_server(("127.0.0.1", int(sys.argv[1])))
while True:
    connection, _ = listener.accept()
    time.sleep(50)
    connection.sendall(b"hello\\n")
    connection.close()
"""


async def connect(port):
    pause = 0.5
    while True:
        try:
            return await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(pause)
            pause = min(2 * pause, 5)


async def main():
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    server = subprocess.Popen([sys.executable, "-c", SERVER, str(port)])
    try:
        reader, writer = await connect(port)
        print(await reader.readline(), flush=True)
        writer.close()
    finally:
        server.kill()


asyncio.run(main())
