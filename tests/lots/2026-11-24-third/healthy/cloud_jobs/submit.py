"""Give jobs to the service, and ask until they are done."""

import asyncio
import socket
import sys
import threading
import time

import requests
from hypercorn.asyncio import serve
from hypercorn.config import Config

from cloud import app
import stats


class Client:
    def __init__(self, port):
        self.base = f"http://127.0.0.1:{port}"
        self.session = requests.Session()
        self.session.trust_env = False

    @stats.counted
    def submit(self):
        return self.session.post(f"{self.base}/jobs", timeout=10).json()["job"]

    @stats.counted
    def wait(self, job):
        while True:
            state = self.session.get(f"{self.base}/jobs/{job}", timeout=10).json()["state"]
            if state == "done":
                return job
            time.sleep(5)


def run_server(port):
    async def main():
        config = Config()
        config.bind = [f"127.0.0.1:{port}"]
        config.accesslog = None
        config.keep_alive_timeout = 120
        await serve(app, config, shutdown_trigger=asyncio.Event().wait)

    asyncio.run(main())


def main():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    threading.Thread(target=run_server, args=(port,), name="cloud", daemon=True).start()
    time.sleep(2)
    client = Client(port)
    for _ in range(3):
        print("done:", client.wait(client.submit()), flush=True)


if __name__ == "__main__":
    with stats.running():
        sys.exit(main())
