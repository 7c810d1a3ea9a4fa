"""Starts the site as its unit file does, with a client that clicks."""

import os
import socket
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def free_address():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return f"127.0.0.1:{server.getsockname()[1]}"


def main():
    address = free_address()
    subprocess.Popen([sys.executable, os.path.join(HERE, "clicks.py"), address])
    uwsgi = os.path.join(os.path.dirname(sys.executable), "uwsgi")
    arguments = ["uwsgi", "--http-socket", address, "--chdir", HERE, "--module", "wsgi"]
    os.execv(uwsgi, [*arguments, "--need-app", "--enable-threads", "--disable-logging"])


if __name__ == "__main__":
    main()
