import json
import socket
import threading
import time

import httpx
import uvicorn

from parcels.app import create
from parcels.signed import sign

SECRET = b"two planks and a plough"


def start():
    sock = socket.socket()
    sock.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(create(SECRET), log_level="warning"))
    threading.Thread(target=server.run, args=([sock],), name="depot", daemon=True).start()
    while not server.started:
        time.sleep(0.05)
    return server, sock.getsockname()[1]


def main():
    server, port = start()
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=None) as client:
        print(client.get("/parcels").json(), flush=True)
        print(client.post("/hooks/arrived", content=b"{}").status_code, flush=True)
        for code, grams in (("K-1", 900), ("K-2", 1500)):
            body = json.dumps({"code": code, "grams": grams}).encode()
            answer = client.post("/hooks/arrived", content=body, headers={"x-signature": sign(SECRET, body)})
            print(code, answer.json(), flush=True)
    server.should_exit = True


if __name__ == "__main__":
    main()
