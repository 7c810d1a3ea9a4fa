# hang: cause=waits-for-nobody confidence=possible|likely python=3.8-3.15 text=127.0.0.1 first=yes core=no
import socket

server = socket.create_server(("127.0.0.1", 0))
client = socket.create_connection(server.getsockname())
accepted, _ = server.accept()


def request(connection):
    connection.sendall(b"hello\n")
    return connection.recv(1024)  # <-- here


print("READY", flush=True)
request(client)
