import asyncio

import tornado.httpserver
import tornado.ioloop
import tornado.netutil
import tornado.web

from proxy import Backend, Price, Rate


def make(backend):
    return tornado.web.Application(
        [
            (r"/rate/(\w+)", Rate),
            (r"/price/(\w+)", Price, {"backend": backend}),
        ]
    )


async def main():
    sockets = tornado.netutil.bind_sockets(0, "127.0.0.1")
    backend = Backend("http://127.0.0.1:%d" % sockets[0].getsockname()[1])
    server = tornado.httpserver.HTTPServer(make(backend))
    server.add_sockets(sockets)
    tornado.ioloop.PeriodicCallback(lambda: None, 500).start()
    print(await backend.get("/price/bread"), flush=True)
    print(await backend.get("/price/milk?currency=USD"), flush=True)
    server.stop()


if __name__ == "__main__":
    asyncio.run(main())
