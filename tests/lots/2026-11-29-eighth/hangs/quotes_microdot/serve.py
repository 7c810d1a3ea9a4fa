"""Quotes of shares, with microdot. Handlers that are no coroutines run in the loop's threads."""

import asyncio
import concurrent.futures

import microdot

import access
import exchange

app = microdot.Microdot()
board = {}
counted = access.Access(app)


@app.get("/price/<name>")
def price(request, name):
    return {"name": name, "price": board["exchange"].price(name)}


@app.get("/count")
async def count(request):
    return {"known": len(board["exchange"].prices)}


async def get(port, path):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(f"GET {path} HTTP/1.0\r\n\r\n".encode())
    text = (await reader.read()).decode()
    writer.close()
    return text.rpartition("\r\n")[2]


async def visitors(port):
    await asyncio.sleep(0.5)
    print(await get(port, "/count"), flush=True)
    names = ["anchor", "boat", "crane"]
    for text in await asyncio.gather(*(get(port, f"/price/{name}") for name in names)):
        print(text, flush=True)


async def main():
    loop = asyncio.get_running_loop()
    loop.set_default_executor(concurrent.futures.ThreadPoolExecutor(2, "handler"))
    board["exchange"] = exchange.Exchange("localhost")
    await board["exchange"].start()
    visiting = asyncio.create_task(visitors(8471))
    showing = asyncio.create_task(counted.show(3))
    await app.start_server(host="127.0.0.1", port=8471)
    await visiting
    showing.cancel()


if __name__ == "__main__":
    asyncio.run(main())
