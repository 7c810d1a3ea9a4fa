"""A notice board at rest: microdot, and a long poll for the next notice."""

import asyncio

import board
import microdot

app = microdot.Microdot()


@app.get("/notices")
async def notices(request):
    return {"notices": app.board.notices}


@app.get("/next")
async def following(request):
    return {"notice": await app.board.following()}


async def reader(port):
    while True:
        reading, writing = await asyncio.open_connection("127.0.0.1", port)
        writing.write(b"GET /next HTTP/1.0\r\n\r\n")
        text = (await reading.read()).decode().rpartition("\n")[2]
        writing.close()
        print("read:", text, flush=True)


async def main():
    app.board = board.Board()
    tasks = [asyncio.create_task(app.board.fill(8), name="writer")]
    tasks.append(asyncio.create_task(app.start_server(host="127.0.0.1", port=8472), name="server"))
    await asyncio.sleep(0.5)
    tasks += [asyncio.create_task(reader(8472), name=f"reader {n}") for n in range(2)]
    await asyncio.gather(*tasks)


if __name__ == "__main__":
    asyncio.run(main())
