# healthy: first=yes
import select
import socket

listener = socket.create_server(("127.0.0.1", 0))
clients = [listener]
stopping = False
print("READY", flush=True)
while not stopping:
    readable, _, _ = select.select(clients, [], [], 0.3)
    for one in readable:
        if one is listener:
            clients.append(one.accept()[0])
        elif one.recv(100) == b"stop":
            stopping = True
