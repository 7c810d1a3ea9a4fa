# The server was told to stop; it waits for a stream of events that one client has open.
# https://github.com/modelcontextprotocol/python-sdk/issues/514
import asyncio
import os
import signal
import socket
import subprocess
import sys
import threading
import time

import uvicorn

CLIENT = "import sys, urllib.request as r; a = r.urlopen(sys.argv[1]); print(a.status, flush=True); a.read()"


async def app(scope, receive, send):
    if scope["type"] != "http":
        return
    news = asyncio.Queue()
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b": hello\n\n", "more_body": True})
    while True:
        event = await news.get()  # <-- here
        await send({"type": "http.response.body", "body": event, "more_body": True})


def subscribe_then_stop(port):
    time.sleep(1)
    url = f"http://127.0.0.1:{port}/events"
    client = subprocess.Popen([sys.executable, "-c", CLIENT, url], stdout=subprocess.PIPE)
    client.stdout.readline()
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(0.5)
    print("READY", flush=True)


listening = socket.create_server(("127.0.0.1", 0))
port = listening.getsockname()[1]
threading.Thread(target=subscribe_then_stop, args=(port,), daemon=True).start()
server = uvicorn.Server(uvicorn.Config(app, lifespan="off", log_level="warning"))
server.run(sockets=[listening])  # <-- also
