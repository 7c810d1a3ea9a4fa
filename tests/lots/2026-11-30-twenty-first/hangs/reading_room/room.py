"""Hands out books by HTTP; what was asked for last stays on the shelf."""

import http.server
import json
import random
import threading
import urllib.parse
import urllib.request

from shelf import Shelf


class Archive:
    def __init__(self):
        self.asked = 0

    def fetch(self, title):
        self.asked += 1
        chance = random.Random(title)
        return " ".join(chance.choice(("ink", "page", "margin", "spine")) for _ in range(400))


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *args):
        pass

    def answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        url = urllib.parse.urlsplit(self.path)
        if url.path == "/shelf":
            return self.answer(self.server.shelf.listing())
        title = url.path.strip("/")
        fresh = url.query == "fresh"
        text = None if fresh else self.server.shelf.get(title)
        if text is None:
            text = self.server.archive.fetch(title)
            self.server.shelf.put(title, text, len(text))
        self.answer({"title": title, "letters": len(text)})


class Room(http.server.ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.shelf = Shelf(9000)
        self.archive = Archive()


class Reader:
    def __init__(self, room):
        self.base = "http://127.0.0.1:%d/" % room.server_address[1]

    def get(self, path):
        with urllib.request.urlopen(self.base + path) as answer:
            return json.load(answer)


def main():
    room = Room()
    threading.Thread(target=room.serve_forever, name="room", daemon=True).start()
    reader = Reader(room)
    for title in ("atlas", "ballads", "cookery", "atlas"):
        print(reader.get(title), flush=True)
    print(reader.get("shelf"), flush=True)
    print(reader.get("ballads?fresh"), flush=True)
    print(reader.get("shelf"), flush=True)


if __name__ == "__main__":
    main()
