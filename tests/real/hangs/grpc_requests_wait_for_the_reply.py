# A stream in both directions: the requests wait for the first reply, and the server answers when it
# has the first request.
# https://github.com/grpc/grpc/issues/25372
import queue
from concurrent.futures import ThreadPoolExecutor

import grpc

replies = queue.Queue()


def chat(requests, context):
    for request in requests:  # <-- here
        yield request.upper()


def requests():
    yield b"hello, " + replies.get()  # <-- here


handler = grpc.method_handlers_generic_handler(
    "Chat", {"Talk": grpc.stream_stream_rpc_method_handler(chat)}
)
server = grpc.server(ThreadPoolExecutor(2))
server.add_generic_rpc_handlers((handler,))
port = server.add_insecure_port("127.0.0.1:0")
server.start()
channel = grpc.insecure_channel(f"127.0.0.1:{port}")
print("READY", flush=True)
for reply in channel.stream_stream("/Chat/Talk")(requests()):  # <-- here
    replies.put(reply)
