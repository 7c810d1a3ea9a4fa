# hang: cause=waiting-external confidence=certain|likely
import socket

server = socket.create_server(("127.0.0.1", 0))
print("READY", flush=True)
connection, _ = server.accept()  # <-- here
