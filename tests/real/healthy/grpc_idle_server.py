# A gRPC server that waits for its end.
from concurrent import futures

import grpc

server = grpc.server(futures.ThreadPoolExecutor(4))
server.add_insecure_port("127.0.0.1:0")
server.start()
print("READY", flush=True)
server.wait_for_termination()
