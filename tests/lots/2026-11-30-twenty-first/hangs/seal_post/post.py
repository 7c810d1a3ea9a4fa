"""Letters are sealed at the post: one connection for each sender, by asyncio; senders are threads."""

import asyncio
import hashlib
import socket
import threading
import time

from frames import BYE, HEADER, SEAL, TEXT, Frame, Wire


class Post:
    def __init__(self):
        self.sealed = 0
        self.port = None
        self.ready = threading.Event()

    async def serve(self):
        server = await asyncio.start_server(self.meet, "127.0.0.1", 0)
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        async with server:
            await server.serve_forever()

    async def meet(self, reader, writer):
        try:
            while True:
                length, kind = HEADER.unpack(await reader.readexactly(HEADER.size))
                body = await reader.readexactly(length - HEADER.size)
                if kind == BYE:
                    break
                self.sealed += 1
                writer.write(Frame(SEAL, hashlib.sha256(body).digest()).pack())
                await writer.drain()
        except asyncio.IncompleteReadError:
            pass
        finally:
            writer.close()


class Sender(threading.Thread):
    def __init__(self, port, name, letters):
        super().__init__(name=name)
        self.port = port
        self.letters = letters
        self.seals = []

    def run(self):
        with socket.create_connection(("127.0.0.1", self.port)) as sock:
            wire = Wire(sock)
            for letter in self.letters:
                wire.send(Frame(TEXT, letter.encode()))
                self.seals.append(wire.receive().body.hex()[:8])
            wire.send(Frame(BYE))


def tick():
    while True:
        time.sleep(0.5)


def main():
    post = Post()
    threading.Thread(target=lambda: asyncio.run(post.serve()), name="post", daemon=True).start()
    threading.Thread(target=tick, daemon=True).start()
    post.ready.wait()
    senders = [Sender(post.port, name, ["dear " + name, "yours"]) for name in ("eve", "finn")]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
        print(sender.name, sender.seals, flush=True)


if __name__ == "__main__":
    main()
