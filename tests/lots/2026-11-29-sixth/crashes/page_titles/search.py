"""Answers questions on the titles of a library, by HTTP."""

import http.server
import itertools
import threading
import urllib.parse
import urllib.request

from compiled import extension

titles = extension("titles")


class Shelf:
    """Titles of one subject; the index is made when it is first asked."""

    def __init__(self, subject, count):
        self.subject = subject
        self.count = count
        self._index = None

    def titles(self):
        nouns = itertools.cycle(("ships", "birds", "kings", "gardens", "wars"))
        for number, noun in zip(range(self.count), nouns):
            yield f"{self.subject} of {noun}, volume {number}"

    @property
    def index(self):
        if self._index is None:
            self._index = titles.Index("\n".join(self.titles()))
        return self._index


class Handler(http.server.BaseHTTPRequestHandler):
    shelves = {s: Shelf(s, n) for s, n in (("maps", 300), ("histories", 200000))}

    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)
        shelf = self.shelves[query["shelf"][0]]
        answer = str(shelf.index.count(query["word"][0])).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *parts):
        pass


def main():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="library", daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}/"
    for shelf, word in (("maps", "birds"), ("histories", "kings"), ("histories", "wars")):
        query = urllib.parse.urlencode({"shelf": shelf, "word": word})
        with urllib.request.urlopen(f"{base}?{query}") as answer:
            print(shelf, word, answer.read().decode(), flush=True)


if __name__ == "__main__":
    main()
