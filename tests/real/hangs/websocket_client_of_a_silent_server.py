# A client waits for the next message; the server has taken the connection and never says anything.
# https://github.com/websocket-client/websocket-client/issues/437
import threading

import websocket
from websockets.sync.server import serve

stopped = threading.Event()


def silent(connection):
    connection.recv()
    stopped.wait()  # <-- here


server = serve(silent, "127.0.0.1", 0)
port = server.socket.getsockname()[1]
threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
client = websocket.create_connection(f"ws://127.0.0.1:{port}")
client.send("prices")
print("READY", flush=True)
print(client.recv())  # <-- here
