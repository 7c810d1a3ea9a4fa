# The peer has closed the connection; recv() returns nothing at once, again and again.
# https://docs.python.org/3/howto/sockets.html#using-a-socket
import socket
import threading

server = socket.create_server(("127.0.0.1", 0))


def accept():
    connection, _ = server.accept()
    connection.sendall(b"half a mess")
    connection.close()


threading.Thread(target=accept, name="peer").start()
client = socket.create_connection(server.getsockname())
message = b""
print("READY", flush=True)
while b"\n" not in message:  # <-- here
    message += client.recv(100)  # <-- here
