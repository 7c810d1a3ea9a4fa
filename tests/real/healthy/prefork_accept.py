# Three processes wait for connections at one socket.
import os
import socket

server = socket.create_server(("127.0.0.1", 0))
for _ in range(2):
    if os.fork() == 0:
        break
print("READY", flush=True)
while True:
    connection, _ = server.accept()
    connection.close()
