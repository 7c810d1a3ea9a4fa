# healthy: needs=gunicorn
# A listener's request waits until another request publishes something.
import queue
import socket
import threading

from gunicorn.app.base import BaseApplication

news = queue.Queue()


def app(environ, start_response):
    start_response("200 OK", [])
    if environ["PATH_INFO"] == "/listen":
        return [news.get()]
    publish(environ["QUERY_STRING"].encode())
    return []


def publish(item):
    news.put(item)


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
        client.sendall(b"GET /listen HTTP/1.1\r\nHost: localhost\r\n\r\n")
        client.recv(1)


site = Site()
threading.Thread(target=ask, args=(site.port,), daemon=True).start()
print("READY", flush=True)
site.run()
