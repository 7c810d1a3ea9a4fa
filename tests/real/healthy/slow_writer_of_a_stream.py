# The server sends an event every three seconds; the client reads the stream.
import socket
import threading
import time

server = socket.create_server(("127.0.0.1", 0))


def send():
    connection, _ = server.accept()
    while True:
        time.sleep(3)
        connection.sendall(b"data: 1\n")


threading.Thread(target=send, name="events", daemon=True).start()
stream = socket.create_connection(server.getsockname()).makefile()
print("READY", flush=True)
for line in stream:
    print(line)
