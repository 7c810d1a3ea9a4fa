# The client waits until its channel is ready; no server listens at the address.
# https://github.com/grpc/grpc/issues/20818
import socket

import grpc

with socket.socket() as unused:
    unused.bind(("127.0.0.1", 0))
    port = unused.getsockname()[1]
channel = grpc.insecure_channel(f"127.0.0.1:{port}")
print("READY", flush=True)
grpc.channel_ready_future(channel).result()  # <-- here
