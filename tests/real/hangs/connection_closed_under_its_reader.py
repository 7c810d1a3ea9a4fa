# The client is stopped: the connection is closed, which does not wake the thread that reads from it,
# and that thread is joined.
# https://github.com/huggingface/speech-to-speech/pull/121
import socket
import subprocess
import sys
import threading
import time

SERVER = """
import socket
server = socket.create_server(("127.0.0.1", 0))
print(server.getsockname()[1], flush=True)
connection, _ = server.accept()
while connection.recv(1000):
    pass
"""


def receive(connection):
    while True:
        if not connection.recv(4096):  # <-- here
            break


server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE)
connection = socket.create_connection(("127.0.0.1", int(server.stdout.readline())))
receiver = threading.Thread(target=receive, args=(connection,), name="receiver")
receiver.start()
time.sleep(0.3)
connection.close()
print("READY", flush=True)
receiver.join()  # <-- also
server.wait()
