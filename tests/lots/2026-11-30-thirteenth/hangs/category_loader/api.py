import asyncio
import json
import logging

from loaders import Request
from store import CategoryTable

log = logging.getLogger("api")


class Api:
    def __init__(self):
        self.table = CategoryTable()
        self.open = 0

    async def serve(self, reader, writer):
        self.open += 1
        try:
            line = await reader.readline()
            ids = json.loads(line)["categories"]
            request = Request(self.table)
            crumbs = await asyncio.gather(*map(request.breadcrumb, ids))
            writer.write(json.dumps(crumbs).encode() + b"\n")
            await writer.drain()
        finally:
            self.open -= 1
            writer.close()

    async def health(self):
        while True:
            await asyncio.sleep(1)
            log.info("%d open, %d queries", self.open, self.table.queries)


async def ask(port, ids):
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(json.dumps({"categories": ids}).encode() + b"\n")
    answer = json.loads(await reader.readline())
    writer.close()
    return answer


async def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s %(message)s")
    api = Api()
    server = await asyncio.start_server(api.serve, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    health = asyncio.create_task(api.health(), name="health")
    for ids in ([1], [3, 5], [2, 6], [4]):
        print(await ask(port, ids), flush=True)
    health.cancel()


if __name__ == "__main__":
    asyncio.run(main())
