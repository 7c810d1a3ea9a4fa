import ctypes
import functools
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

DISHES = {"soup": 4.5, "trout": 17.9, "whole ox": 12450.0}


class Prices:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)
        self.library.price_text.argtypes = [ctypes.c_double, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_int]

    @functools.lru_cache(maxsize=200)
    def text(self, amount, country):
        room = ctypes.create_string_buffer(64)
        size = self.library.price_text(amount, country.encode(), room, len(room))
        if size < 0:
            raise ValueError(amount)
        return room.value.decode()


class Menu(BaseHTTPRequestHandler):
    prices = None

    def do_GET(self):
        country = self.path.strip("/") or "C"
        lines = [f"{dish} {self.prices.text(amount, country)}" for dish, amount in DISHES.items()]
        body = "\n".join(lines).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *details):
        pass


def serve(path):
    Menu.prices = Prices(path)
    server = ThreadingHTTPServer(("127.0.0.1", 0), Menu)
    threading.Thread(target=server.serve_forever, name="menu", daemon=True).start()
    return server
