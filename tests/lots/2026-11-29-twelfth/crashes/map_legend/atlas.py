"""Ask the server, in this process, for the legends of an atlas."""

import json
import sys
import threading
import urllib.request

from classes import Classifier
from server import Server


def legend(server, layer, classes):
    host, port = server.server_address
    with urllib.request.urlopen(f"http://{host}:{port}/{layer}?classes={classes}") as answer:
        return json.load(answer)


def main():
    with Server(Classifier(sys.argv[1])) as server:
        threading.Thread(target=server.serve_forever, name="server", daemon=True).start()
        for layer in ("heights", "people", "ferries"):
            print(layer, legend(server, layer, 6), flush=True)
        server.shutdown()


if __name__ == "__main__":
    main()
