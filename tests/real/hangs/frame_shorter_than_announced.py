# The length in the header counts characters, the body is bytes or the other way round: the reader
# waits for more than was sent, the sender for the reply. A third thread waits for work meanwhile.
# https://docs.python.org/3/howto/sockets.html#using-a-socket
import queue
import socket
import struct
import threading

jobs = queue.Queue()


def receive(connection, size):
    data = b""
    while len(data) < size:
        data += connection.recv(size - len(data))  # <-- here
    return data


def serve(connection):
    (size,) = struct.unpack("<I", receive(connection, 4))
    connection.sendall(receive(connection, size).upper())  # <-- also


def work():
    while (job := jobs.get()) is not None:
        print(job)


near, far = socket.socketpair()
threading.Thread(target=serve, args=(far,), name="server", daemon=True).start()
threading.Thread(target=work, name="worker", daemon=True).start()
text = "grüße"
near.sendall(struct.pack("<I", len(text.encode()) + 1) + text.encode())
print("READY", flush=True)
print(receive(near, len(text.encode())))  # <-- also
