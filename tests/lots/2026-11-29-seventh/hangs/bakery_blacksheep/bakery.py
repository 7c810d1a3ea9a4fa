"""A bakery's interface, with blacksheep and uvicorn."""

import asyncio
import socket
import threading
import urllib.request

import blacksheep
import uvicorn

import oven as ovens

oven = ovens.Oven()
app = blacksheep.Application()
app.middlewares.append(ovens.alone(oven))


@app.on_start
async def start(_):
    app.services.add_instance(asyncio.create_task(oven.warm(), name="warm"))


@blacksheep.get("/heat")
async def heat():
    return blacksheep.text(str(oven.heat))


@blacksheep.post("/bread/{bread}")
@ovens.timed
async def bread(request: blacksheep.Request):
    name = request.route_values["bread"]
    count = await oven.bake(name, 5)
    return blacksheep.text(f"{count} {name}")


def customer(port):
    base = f"http://127.0.0.1:{port}"
    while True:
        try:
            with urllib.request.urlopen(base + "/heat") as answer:
                print("heat", answer.read().decode(), flush=True)
            break
        except OSError:
            threading.Event().wait(0.2)
    order = urllib.request.Request(base + "/bread/rye", method="POST")
    with urllib.request.urlopen(order) as answer:
        print(answer.read().decode(), flush=True)


if __name__ == "__main__":
    listener = socket.create_server(("127.0.0.1", 0))
    threading.Thread(target=customer, args=[listener.getsockname()[1]], daemon=True).start()
    uvicorn.Server(uvicorn.Config(app, log_level="warning")).run(sockets=[listener])
