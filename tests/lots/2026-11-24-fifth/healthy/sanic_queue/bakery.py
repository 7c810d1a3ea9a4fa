"""A bakery by sanic: customers wait for what they ordered."""

import itertools
import socket
import threading
import urllib.request

from queue_of_jobs import Jobs
from sanic import Sanic
from sanic.response import text


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


PORT = free_port()
app = Sanic("bakery")
app.config.ACCESS_LOG = False
app.config.RESPONSE_TIMEOUT = 3600


@app.before_server_start
async def light(app):
    app.ctx.jobs = Jobs(6)
    app.add_task(app.ctx.jobs.work())


@app.after_server_start
async def customers(app):
    for name in ("rolls", "loaf", "cake", "pie"):
        threading.Thread(target=order, args=(name,), name=name, daemon=True).start()


@app.get("/bake/<name>")
async def bake(request, name):
    return text(await app.ctx.jobs.bake(name))


def order(name):
    for number in itertools.count(1):
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/bake/{name}-{number}") as answer:
            print(answer.read().decode(), flush=True)


if __name__ == "__main__":
    app.run(host="127.0.0.1", port=PORT, single_process=True, motd=False)
