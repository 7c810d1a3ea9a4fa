# hang: cause=waits-for-nobody confidence=likely needs=gunicorn
# One request waits for a queue that nothing fills; gunicorn's own threads go on.
import queue
import socket
import threading

from gunicorn.app.base import BaseApplication

results = queue.Queue()


def app(environ, start_response):
    results.get()  # <-- here
    start_response("200 OK", [])
    return []


class Site(BaseApplication):
    def load_config(self):
        listening = socket.socket()
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        self.port = listening.getsockname()[1]
        options = {
            "bind": f"fd://{listening.detach()}",
            "loglevel": "error",
            "worker_class": "gthread",
        }
        for name, value in {**options, "threads": 2, "timeout": 300}.items():
            self.cfg.set(name, value)

    def load(self):
        return app


def ask(port):
    with socket.create_connection(("127.0.0.1", port)) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.recv(1)


site = Site()
threading.Thread(target=ask, args=(site.port,), daemon=True).start()
print("READY", flush=True)
site.run()
