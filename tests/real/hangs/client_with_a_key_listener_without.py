# The client waits for the listener's challenge, the listener, which was given no key, for a message.
# https://github.com/python/cpython/issues/123736
import threading
from multiprocessing.connection import Client, Listener

listener = Listener(("127.0.0.1", 0))


def serve():
    connection = listener.accept()
    while message := connection.recv():  # <-- also
        print(message)


threading.Thread(target=serve, name="serve").start()
print("READY", flush=True)
with Client(listener.address, authkey=b"secret") as client:  # <-- here
    client.send("hello")
