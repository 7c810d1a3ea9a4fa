# A client has sent a request; the server was restarted and never saw it.
# https://pyzmq.readthedocs.io/en/latest/api/zmq.html#zmq.Socket.recv
import zmq

context = zmq.Context()
server = context.socket(zmq.REP)
port = server.bind_to_random_port("tcp://127.0.0.1")
client = context.socket(zmq.REQ)
client.connect(f"tcp://127.0.0.1:{port}")
client.send(b"hello")
server.recv()
server.close(linger=0)
print("READY", flush=True)
client.recv()  # <-- here
