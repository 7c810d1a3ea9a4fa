import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.request import urlopen

from board import Board, Printer
from tours import Tours

board = Board()
printer = Printer(7)


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        notices = board.after(int(self.path.strip("/")), patience=40)
        self.send_response(200)
        self.end_headers()
        for page in printer.pages(notices):
            self.wfile.write(page)

    def log_message(self, *_):
        pass


def reader(port, name):
    """Asks for what it does not know yet."""
    known = 0
    while True:
        with urlopen(f"http://127.0.0.1:{port}/{known}") as answer:
            lines = answer.read().decode().splitlines()
        known += sum(line != "nothing new" for line in lines)
        print(name, lines, flush=True)


def main():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    for name in ("hall", "café", "shop"):
        threading.Thread(target=reader, args=(server.server_port, name), name=name, daemon=True).start()
    for notice in Tours(4):
        time.sleep(21)
        board.post(notice)


if __name__ == "__main__":
    main()
