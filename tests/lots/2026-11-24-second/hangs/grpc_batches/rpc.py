"""The service "Sums", by hand: messages are JSON."""

import json

import grpc

METHOD = "/meter.Sums/Add"


def encode(message):
    return json.dumps(message).encode()


def serve(servicer, pool):
    server = grpc.server(pool)
    handler = grpc.stream_stream_rpc_method_handler(
        servicer.Add, request_deserializer=json.loads, response_serializer=encode
    )
    server.add_generic_rpc_handlers(
        (grpc.method_handlers_generic_handler("meter.Sums", {"Add": handler}),)
    )
    port = server.add_insecure_port("127.0.0.1:0")
    server.start()
    return server, port


def stub(channel):
    return channel.stream_stream(
        METHOD, request_serializer=encode, response_deserializer=json.loads
    )
