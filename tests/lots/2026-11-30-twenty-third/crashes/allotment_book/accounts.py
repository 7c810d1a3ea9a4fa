"""Rents of an allotment society, year by year, asked for by a small web page."""
import http.server
import json
import threading
import urllib.request

from book import Book

TENANTS = ["Ahlgren", "Brandt", "Cerny", "Dahl", "Egger", "Falk", "Grossi", "Holm"]


def rows(year):
    for number in range(400):
        paid = 30.0 + number % 9
        if year == 2024 and number == 0:
            paid = None
        yield number, f"{TENANTS[number % 8]} {number // 8}", 80.0 + number % 40, paid


class Society:
    def __init__(self):
        self.books = {}

    def open_year(self, year, rate):
        book = self.books[year] = Book(year, rate)
        book.enter(rows(year))
        return book

    def summary(self, year):
        book = self.books[year]
        owing = book.owing()
        return {"year": year, "tenants": len(owing), "sum": round(sum(owing.values()), 2), "complaints": book.complaints}


class Page(http.server.BaseHTTPRequestHandler):
    society = Society()

    def do_GET(self):
        year = int(self.path.rpartition("/")[2])
        body = json.dumps(self.society.summary(year)).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        pass


def serve():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page)
    threading.Thread(target=server.serve_forever, name="page", daemon=True).start()
    return server


def main():
    for year, rate in ((2022, 0.42), (2023, 0.44), (2024, 0.46)):
        Page.society.open_year(year, rate)
    server = serve()
    for year in sorted(Page.society.books):
        address = f"http://127.0.0.1:{server.server_port}/rents/{year}"
        with urllib.request.urlopen(address, timeout=60) as answer:
            print(json.load(answer), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
