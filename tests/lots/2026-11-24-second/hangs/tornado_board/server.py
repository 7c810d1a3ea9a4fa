import asyncio
import json
import logging
import time
import urllib.request

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.web

from board import Board, Update

log = logging.getLogger("server")


class UpdateHandler(tornado.web.RequestHandler):
    def initialize(self, board):
        self.board = board

    async def post(self):
        for train, minutes in json.loads(self.request.body).items():
            await self.board.updates.put(Update(train, minutes))
        self.set_status(202)


class BoardHandler(tornado.web.RequestHandler):
    def initialize(self, board):
        self.board = board

    async def get(self):
        await self.board.settled()  # <-- here
        self.write({"trains": self.board.rows})


class HealthHandler(tornado.web.RequestHandler):
    def get(self):
        self.write("ok")


def make_app(board):
    own = {"board": board}
    return tornado.web.Application(
        [(r"/updates", UpdateHandler, own), (r"/", BoardHandler, own), (r"/health", HealthHandler)]
    )


def platform(port):
    """What the platforms send, and one look at the board at the end."""
    base = f"http://127.0.0.1:{port}"
    for updates in ({"IC 7": 5}, {"RE 2": 1, "S 3": 4}, {"IC 7": 2}):
        urllib.request.urlopen(f"{base}/updates", data=json.dumps(updates).encode()).close()
        time.sleep(0.2)
    with urllib.request.urlopen(base) as answer:  # <-- here
        print(answer.read().decode())


async def main():
    board = Board(workers=2)
    for train, due in (("IC 7", "12:04"), ("RE 2", "12:10")):
        board.add(train, due)
    board.start(tornado.ioloop.IOLoop.current())
    sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
    tornado.httpserver.HTTPServer(make_app(board)).add_sockets(sockets)
    beat = tornado.ioloop.PeriodicCallback(
        lambda: log.info("%d updates wait", board.updates.qsize()), 1000
    )
    beat.start()
    await asyncio.to_thread(platform, sockets[0].getsockname()[1])


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
