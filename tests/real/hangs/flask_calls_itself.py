# A view of a development server that serves one request at a time asks the same server.
# https://github.com/blockchain-certificates/cert-viewer/pull/68
import socket
import threading

import flask
import requests

app = flask.Flask("viewer")
with socket.create_server(("127.0.0.1", 0)) as probe:
    port = probe.getsockname()[1]


@app.route("/verify")
def verify():
    found = requests.get(f"http://127.0.0.1:{port}/issuer")  # <-- here
    return found.text


@app.route("/issuer")
def issuer():
    return "issuer"


def browse():
    while True:
        try:
            requests.get(f"http://127.0.0.1:{port}/verify")
        except requests.ConnectionError:
            continue


threading.Thread(target=browse, name="browser", daemon=True).start()
print("READY", flush=True)
app.run(port=port, threaded=False)  # <-- also
