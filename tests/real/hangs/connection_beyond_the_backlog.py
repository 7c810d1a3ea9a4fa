# The server has not begun to accept; its backlog is full, and the kernel drops what comes then.
# https://docs.python.org/3/library/socket.html#socket.socket.listen
import socket

server = socket.socket()
server.bind(("127.0.0.1", 0))
server.listen(0)
clients = []
print("READY", flush=True)
for _ in range(3):
    client = socket.socket()
    client.connect(server.getsockname())  # <-- here
    clients.append(client)
for _ in clients:
    server.accept()
