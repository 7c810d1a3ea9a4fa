import asyncio

import tornado.httpclient
import tornado.ioloop
import tornado.web

from charts import Charts


class ChartHandler(tornado.web.RequestHandler):
    def initialize(self, charts):
        self.charts = charts

    async def get(self, name):
        self.set_header("Content-Type", "application/json")
        self.write(await self.charts.chart(name))


class AliveHandler(tornado.web.RequestHandler):
    def get(self):
        self.write("alive\n")


def make_app():
    return tornado.web.Application(
        [(r"/chart/(\w+)", ChartHandler, {"charts": Charts()}), (r"/alive", AliveHandler)]
    )


async def visit(port, names):
    client = tornado.httpclient.AsyncHTTPClient()
    url = f"http://127.0.0.1:{port}"
    answers = await asyncio.gather(
        *(client.fetch(f"{url}/chart/{name}", request_timeout=0) for name in names)
    )
    print("charts:", sum(len(a.body) for a in answers), "bytes", flush=True)


async def main():
    server = make_app().listen(0, address="127.0.0.1")
    port = next(iter(server._sockets.values())).getsockname()[1]
    client = tornado.httpclient.AsyncHTTPClient()

    async def alive():
        answer = await client.fetch(f"http://127.0.0.1:{port}/alive")
        print(answer.body.decode().strip(), flush=True)

    tornado.ioloop.PeriodicCallback(alive, 2000).start()
    await visit(port, ["rain"])
    await visit(port, ["wind", "snow", "hail", "sun"])
    server.stop()


if __name__ == "__main__":
    asyncio.run(main())
