# A message was sent to an address where nobody listens; the end of the context waits until it is out.
# https://pyzmq.readthedocs.io/en/latest/api/zmq.html#zmq.Context.term
import zmq

context = zmq.Context()
socket = context.socket(zmq.PUSH)
socket.connect("tcp://127.0.0.1:9")
socket.send(b"job")
socket.close()
print("READY", flush=True)
context.term()  # <-- here
