"""A monitor streams heart rates to nurses, each of whom waits for the next value."""

import concurrent.futures
import json
import random
import threading
import time

import grpc


def encode(message):
    return json.dumps(message).encode()


class Monitor:
    def __init__(self, pause):
        self.pause = pause

    def Watch(self, request, context):
        while context.is_active():
            time.sleep(self.pause)
            yield {"bed": request["bed"], "rate": round(random.gauss(70, 5))}


def serve(monitor):
    server = grpc.server(concurrent.futures.ThreadPoolExecutor(4, thread_name_prefix="bed"))
    method = grpc.unary_stream_rpc_method_handler(monitor.Watch, json.loads, encode)
    handler = grpc.method_handlers_generic_handler("ward.Monitor", {"Watch": method})
    server.add_generic_rpc_handlers((handler,))
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port


def nurse(channel, bed):
    watch = channel.unary_stream("/ward.Monitor/Watch", encode, json.loads)
    for value in watch({"bed": bed}):
        print(value, flush=True)


server, port = serve(Monitor(pause=6))
with grpc.insecure_channel(f"127.0.0.1:{port}") as channel:
    for bed in (1, 2, 3):
        threading.Thread(
            target=nurse, args=(channel, bed), name=f"nurse-{bed}", daemon=True
        ).start()
    server.wait_for_termination()
