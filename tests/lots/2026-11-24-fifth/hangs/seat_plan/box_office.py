"""The box office as a service, with a crowd that books at once it is open."""

import asyncio
import contextlib
import json
import socket
import threading
import urllib.error
import urllib.request

from plan import Plan, Taken
from sanic import Sanic
from sanic.response import json as answer


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


PORT = free_port()
app = Sanic("box_office")
app.config.ACCESS_LOG = False
app.config.RESPONSE_TIMEOUT = 3600


@app.before_server_start
async def open_plan(app):
    app.ctx.plan = Plan("ABCDEF", 20)


@app.after_server_start
async def tell(app):
    app.add_task(clock())
    threading.Thread(target=crowd, args=(PORT,), name="crowd", daemon=True).start()
    print("open", flush=True)


async def clock():
    while True:
        await asyncio.sleep(1)


@app.post("/book/<seat>")
async def book(request, seat):
    try:
        await app.ctx.plan.book(seat, request.json["name"])
    except Taken:
        return answer({"ok": False}, status=409)
    return answer({"ok": True})


@app.get("/left")
async def left(request):
    return answer({"left": await app.ctx.plan.left()})


def crowd(port):
    base = f"http://127.0.0.1:{port}"
    for row in "ABC":
        for seat in range(1, 21):
            data = json.dumps({"name": f"guest {row}{seat}"}).encode()
            request = urllib.request.Request(f"{base}/book/{row}{seat}", data, method="POST")
            request.add_header("Content-Type", "application/json")
            with contextlib.suppress(urllib.error.HTTPError):
                urllib.request.urlopen(request).close()
        print("row", row, "is sold", flush=True)


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=PORT, single_process=True, motd=False)
