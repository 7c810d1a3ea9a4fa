"""The shop's pages and style sheets, by wsgiref; the main thread looks whether they come."""

import threading
import time
import urllib.request
from urllib.parse import parse_qs
from wsgiref.simple_server import WSGIRequestHandler, make_server

from themes import Themes


class Quiet(WSGIRequestHandler):
    def log_message(self, *args):
        pass


class Shelf:
    CHEESES = {"Gouda": 14.9, "Tilsit": 11.5, "Brie": 18.0, "Quark": 3.2}

    def rows(self, dearest=None):
        for name, price in sorted(self.CHEESES.items()):
            if dearest is None or price <= dearest:
                yield f"<li>{name}: {price:.2f}</li>"


class Shop:
    def __init__(self):
        self.themes = Themes()
        self.shelf = Shelf()
        self.routes = {"/": self.page, "/shop.css": self.css}

    def page(self, query):
        dearest = float(query["dearest"][0]) if "dearest" in query else None
        return "text/html", "<h1>Cheese</h1><ul>" + "".join(self.shelf.rows(dearest)) + "</ul>"

    def css(self, query):
        columns = int(query.get("columns", ["4"])[0])
        return "text/css", self.themes.sheet(columns, 10)

    def __call__(self, environ, start_response):
        query = parse_qs(environ["QUERY_STRING"])
        kind, text = self.routes[environ["PATH_INFO"]](query)
        start_response("200 OK", [("Content-Type", kind)])
        return [text.encode()]


def clock():
    while True:
        time.sleep(1)


def main():
    threading.Thread(target=clock, daemon=True).start()
    server = make_server("127.0.0.1", 0, Shop(), handler_class=Quiet)
    threading.Thread(target=server.serve_forever, name="wsgi", daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    for path in ("/", "/?dearest=12", "/shop.css?columns=8", "/shop.css?columns=12"):
        with urllib.request.urlopen(base + path) as answer:
            print(path, answer.status, len(answer.read()), flush=True)


if __name__ == "__main__":
    main()
