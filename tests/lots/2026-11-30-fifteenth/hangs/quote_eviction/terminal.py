import threading
import time
from http.client import HTTPConnection
from socketserver import ThreadingMixIn
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

import quotes


class Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


def app(environ, start_response):
    _, paper, day = environ["PATH_INFO"].split("/")
    quote = quotes.quote_of(paper, int(day))
    body = f"{quote.paper} {quote.price}\n".encode()
    start_response("200 OK", [("Content-Type", "text/plain"), ("Content-Length", str(len(body)))])
    return [body]


def read(port, paper, days):
    connection = HTTPConnection("127.0.0.1", port)
    highest = ""
    for day in days:
        connection.request("GET", f"/{paper}/{day}")
        highest = max(highest, connection.getresponse().read().decode().strip())
    connection.close()
    return highest


def closing_bell():
    while True:
        time.sleep(2)
        print("cached:", len(quotes.quotes), "history:", len(quotes.history), flush=True)


def main():
    server = make_server("127.0.0.1", 0, app, Server, Quiet)
    threading.Thread(target=server.serve_forever, name="terminal", daemon=True).start()
    threading.Thread(target=closing_bell, name="bell", daemon=True).start()
    for paper in ("mill", "mine", "rail"):
        print(read(server.server_port, paper, range(1, 30)), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
