# A client waits for the next message of a server that was stopped; it sends no pings.
# https://github.com/aio-libs/aiohttp/issues/2309
import asyncio
import os
import signal
import subprocess
import sys

import aiohttp

SERVER = """
import asyncio, socket
from aiohttp import web

async def news(request):
    answers = web.WebSocketResponse()
    await answers.prepare(request)
    number = 0
    while True:
        await answers.send_str(f"news {number}")
        number += 1
        await asyncio.sleep(0.2)

app = web.Application()
app.add_routes([web.get("/news", news)])
listening = socket.create_server(("127.0.0.1", 0))
print(listening.getsockname()[1], flush=True)
web.run_app(app, sock=listening, print=None)
"""


async def main(server, port):
    async with aiohttp.ClientSession() as session:
        async with session.ws_connect(f"http://127.0.0.1:{port}/news") as connection:
            await connection.receive_str()
            os.kill(server.pid, signal.SIGSTOP)
            print("READY", flush=True)
            async for message in connection:  # <-- here
                last = message.data
            print(last)


server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
asyncio.run(main(server, int(server.stdout.readline())))
