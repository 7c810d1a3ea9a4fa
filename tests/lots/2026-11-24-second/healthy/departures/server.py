import asyncio
import logging
import threading
import urllib.request

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.web

from board import Board

log = logging.getLogger("server")


class NextHandler(tornado.web.RequestHandler):
    """Long polling: answers with the next change, or with nothing after a minute."""

    def initialize(self, board):
        self.board = board

    async def get(self):
        if await self.board.wait_for_change(60):
            self.write({"last": self.board.rows[-1]})
        else:
            self.set_status(204)


class Display(threading.Thread):
    def __init__(self, number, port):
        super().__init__(name=f"display-{number}", daemon=True)
        self.url = f"http://127.0.0.1:{port}/next"
        self.shown = 0

    def run(self):
        while True:
            with urllib.request.urlopen(self.url) as answer:
                log.info("%s shows %s", self.name, answer.read().decode())
            self.shown += 1


async def main():
    board = Board()
    app = tornado.web.Application([(r"/next", NextHandler, {"board": board})])
    sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
    tornado.httpserver.HTTPServer(app).add_sockets(sockets)
    for number in range(4):
        Display(number, sockets[0].getsockname()[1]).start()
    tornado.ioloop.IOLoop.current().spawn_callback(board.run, 12)
    await asyncio.Event().wait()


if __name__ == "__main__":
    logging.basicConfig(level=logging.INFO)
    asyncio.run(main())
