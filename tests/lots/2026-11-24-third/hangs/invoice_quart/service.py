import asyncio
import os
import socket
import threading
import time
import urllib.request

from quart import Quart

from invoices import Invoices
import telemetry

with socket.socket() as probe:
    probe.bind(("127.0.0.1", 0))
    PORT = probe.getsockname()[1]

app = Quart(__name__)
invoices = Invoices(f"http://127.0.0.1:{PORT}")


@app.before_serving
async def start_cleaning():
    async def clean():
        while True:
            await asyncio.sleep(1)

    app.add_background_task(clean)


@app.get("/customers/<name>")
async def customer(name):
    return {"name": name, "address": f"{len(name)} Mill Lane"}


@app.get("/invoices/<int:number>")
async def invoice(number):
    return invoices.page(number)


def visitor():
    time.sleep(2)
    for page in ("customers/customer-1", "invoices/4", "invoices/5"):
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/{page}") as answer:
            print(answer.read().decode(), flush=True)


if __name__ == "__main__":
    with telemetry.running():
        os.environ.setdefault("NO_PROXY", "127.0.0.1")
        threading.Thread(target=visitor, name="visitor", daemon=True).start()
        app.run(host="127.0.0.1", port=PORT, debug=False)
