import asyncio


class Parrot:
    def __init__(self):
        self.lock = asyncio.Lock()
        self.lines = 0

    async def serve(self, reader, writer):
        while line := await reader.readline():
            async with self.lock:
                await asyncio.sleep(9)
                self.lines += 1
                writer.write(line.upper())
                await writer.drain()
        writer.close()


async def visitor(name, port):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while True:
        writer.write(f"hello from {name}\n".encode())
        await writer.drain()
        print((await reader.readline()).decode().strip(), flush=True)


async def main():
    parrot = Parrot()
    server = await asyncio.start_server(parrot.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    async with server, asyncio.TaskGroup() as group:
        for name in ("red", "green", "blue"):
            group.create_task(visitor(name, port))


if __name__ == "__main__":
    asyncio.run(main())
