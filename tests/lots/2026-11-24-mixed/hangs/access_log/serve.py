"""Starts the shop under gunicorn, with the application loaded once, and a first client."""

import os
import subprocess
import sys

from gunicorn.app.base import BaseApplication

HERE = os.path.dirname(os.path.abspath(__file__))


class Server(BaseApplication):
    def __init__(self, options):
        self.options = options
        super().__init__()

    def load_config(self):
        for key, value in self.options.items():
            self.cfg.set(key, value)

    def load(self):
        from app import app

        return app


def when_ready(server):
    host, port = server.LISTENERS[0].sock.getsockname()
    subprocess.Popen([sys.executable, os.path.join(HERE, "client.py"), f"http://{host}:{port}"])


if __name__ == "__main__":
    Server(
        {
            "bind": "127.0.0.1:0",
            "workers": 1,
            "worker_class": "gthread",
            "threads": 2,
            "preload_app": True,
            "timeout": 0,
            "when_ready": when_ready,
        }
    ).run()
