"""Start the library on a free port, and a reader that looks for a book."""

import socket
import threading
import urllib.request

import uvicorn

import app


def reader(port):
    url = f"http://127.0.0.1:{port}/book/Owls"
    with urllib.request.urlopen(url) as answer:
        print(answer.read().decode(), flush=True)


def main():
    listener = socket.create_server(("127.0.0.1", 0))
    port = listener.getsockname()[1]
    threading.Thread(target=reader, args=[port], name="reader", daemon=True).start()
    config = uvicorn.Config(app.app, log_level="warning")
    uvicorn.Server(config).run(sockets=[listener])


if __name__ == "__main__":
    main()
