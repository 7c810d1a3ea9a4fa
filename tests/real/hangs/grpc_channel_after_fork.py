# A channel was used in the parent; a forked worker calls through it, without gRPC's support for that.
# https://github.com/grpc/grpc/issues/18321
import multiprocessing
import os
import subprocess
import sys

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

import grpc

SERVER = """
import grpc, time
from concurrent import futures
def echo(request, context):
    return request
class Handler(grpc.GenericRpcHandler):
    def service(self, details):
        return grpc.unary_unary_rpc_method_handler(echo)
server = grpc.server(futures.ThreadPoolExecutor(2), handlers=(Handler(),))
print(server.add_insecure_port("127.0.0.1:0"), flush=True)
server.start()
time.sleep(600)
"""


def call(channel):
    ask = channel.unary_unary("/route/Ask")
    return ask(b"where")  # <-- here


if __name__ == "__main__":
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    channel = grpc.insecure_channel(f"127.0.0.1:{int(server.stdout.readline())}")
    print(call(channel))
    worker = multiprocessing.get_context("fork").Process(target=call, args=(channel,))
    worker.start()  # <-- here
    print("READY", flush=True)
    worker.join()  # <-- also
