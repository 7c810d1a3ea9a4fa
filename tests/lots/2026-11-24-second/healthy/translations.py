"""Asks a slow service for translations, three at a time, and waits for each answer."""

import concurrent.futures
import http.server
import itertools
import threading
import time

import httpx


class Service(http.server.BaseHTTPRequestHandler):
    """Takes a quarter of a minute for each."""

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(15)
        self.send_response(200)
        self.end_headers()
        self.wfile.write(text[::-1])

    def log_message(self, *args):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Service)
threading.Thread(target=server.serve_forever, name="service", daemon=True).start()


def translate(client, text):
    return client.post("/translate", content=text).text


with httpx.Client(base_url=f"http://127.0.0.1:{server.server_port}", timeout=None) as client:
    with concurrent.futures.ThreadPoolExecutor(3, "translate") as pool:
        for first in itertools.count(step=3):
            texts = [f"sentence {n}".encode() for n in range(first, first + 3)]
            for text in pool.map(translate, itertools.repeat(client), texts):
                print(text, flush=True)
