# A coroutine of the server calls the same server with a blocking stub: the loop cannot answer.
# https://github.com/grpc/grpc/issues/22733
import asyncio

import grpc


def stub(port, name):
    return grpc.insecure_channel(f"127.0.0.1:{port}").unary_unary(f"/shop.Shop/{name}")


class Shop(grpc.GenericRpcHandler):
    def service(self, details):
        handler = {"/shop.Shop/Order": self.order, "/shop.Shop/Price": self.price}
        return grpc.unary_unary_rpc_method_handler(handler[details.method])

    async def order(self, request, context):
        print("READY", flush=True)
        price = stub(self.port, "Price")(request)  # <-- here
        return b"ordered for " + price

    async def price(self, request, context):
        return b"3"


async def main():
    shop = Shop()
    server = grpc.aio.server()
    server.add_generic_rpc_handlers([shop])
    shop.port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    async with grpc.aio.insecure_channel(f"127.0.0.1:{shop.port}") as channel:
        print(await channel.unary_unary("/shop.Shop/Order")(b"apples"))  # <-- also


asyncio.run(main())
