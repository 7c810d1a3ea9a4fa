import asyncio
import os
import socket
import tempfile
import threading


class Ferryman:
    def __init__(self):
        self.boat = asyncio.Semaphore(1)

    async def serve(self, reader, writer):
        while line := await reader.readline():
            async with self.boat:
                await asyncio.sleep(8)
            writer.write(b"across: " + line)


def passenger(path, name):
    with socket.socket(socket.AF_UNIX) as line:
        line.connect(path)
        for trip in range(100_000):
            line.sendall(f"{name} {trip}\n".encode())
            print(line.recv(200).decode().strip(), flush=True)


async def main(path):
    server = await asyncio.start_unix_server(Ferryman().serve, path)
    for name in ("goat", "wolf"):
        threading.Thread(target=passenger, args=(path, name), daemon=True).start()
    await server.serve_forever()


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(main(os.path.join(folder, "ferry")))
