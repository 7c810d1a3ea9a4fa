import concurrent.futures
import http.client
import http.server
import json
import logging
import threading

import numpy as np
from batcher import Batcher
from model import HashedWords

log = logging.getLogger("embed")


class Handler(http.server.BaseHTTPRequestHandler):
    batcher = None

    def do_POST(self):
        text = self.rfile.read(int(self.headers["Content-Length"])).decode()
        vector = self.batcher.embed(text)
        body = json.dumps(np.round(vector, 4).tolist()).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, text, *arguments):
        log.debug(text, *arguments)


def embed(address, text):
    connection = http.client.HTTPConnection(*address)
    connection.request("POST", "/embed", text.encode())
    return np.array(json.load(connection.getresponse()))


def similar(address, pairs):
    texts = [text for pair in pairs for text in pair]
    with concurrent.futures.ThreadPoolExecutor(8, "asker") as askers:
        vectors = list(askers.map(lambda text: embed(address, text), texts))
    return [float(a @ b) for a, b in zip(vectors[::2], vectors[1::2])]


def main():
    logging.basicConfig(level=logging.INFO)
    Handler.batcher = Batcher(HashedWords())
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
    pairs = [("the red house", "a red house"), ("green tea", "black tea")]
    print(similar(server.server_address, pairs), flush=True)
    pairs = [("the red house", "a blue house"), ("the red house", "the house at sea")]
    print(similar(server.server_address, pairs), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
