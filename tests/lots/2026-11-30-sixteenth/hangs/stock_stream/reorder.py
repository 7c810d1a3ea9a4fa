"""Reads the stock and orders what is nearly gone."""

import logging
import threading

import requests
from werkzeug.serving import make_server

from stock.web import create


class Client:
    def __init__(self, base):
        self.base = base
        self.session = requests.Session()

    def rows(self):
        with self.session.get(f"{self.base}/stock.csv", stream=True) as answer:
            lines = answer.iter_lines(chunk_size=512, decode_unicode=True)
            names = next(lines).split(";")
            for line in lines:
                yield dict(zip(names, line.split(";")))

    def low(self, limit):
        return self.session.get(f"{self.base}/low/{limit}").json()

    def book(self, article, number):
        answer = self.session.post(f"{self.base}/book/{article}", params={"number": number})
        answer.raise_for_status()
        return answer.json()["number"]


def reorder(client, below, number):
    ordered = 0
    for row in client.rows():
        if int(row["number"]) < below:
            client.book(row["article"], number)
            ordered += 1
    return ordered


def main():
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, create(), threaded=True)
    threading.Thread(target=server.serve_forever, name="stock", daemon=True).start()
    client = Client(f"http://127.0.0.1:{server.server_port}")
    print(client.low(2), "articles are low", flush=True)
    print(reorder(client, below=2, number=40), "ordered", flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
