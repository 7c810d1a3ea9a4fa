# A server of one thread calls a method of its own; its only thread waits for the answer.
# https://github.com/grpc/grpc/issues/8616
from concurrent.futures import ThreadPoolExecutor

import grpc

channels = []


def price(request, context):
    return b"12"


def order(request, context):
    return channels[0].unary_unary("/Shop/Price")(request)  # <-- here


handler = grpc.method_handlers_generic_handler(
    "Shop",
    {
        "Price": grpc.unary_unary_rpc_method_handler(price),
        "Order": grpc.unary_unary_rpc_method_handler(order),
    },
)
server = grpc.server(ThreadPoolExecutor(max_workers=1))
server.add_generic_rpc_handlers((handler,))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
channels.append(grpc.insecure_channel(f"127.0.0.1:{port}"))
print("READY", flush=True)
print(channels[0].unary_unary("/Shop/Order")(b"apples"))  # <-- also
