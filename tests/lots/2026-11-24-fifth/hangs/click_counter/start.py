"""Starts the site as its unit file does, with a client that clicks."""

import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ADDRESS = "127.0.0.1:8473"


def main():
    subprocess.Popen([sys.executable, os.path.join(HERE, "clicks.py"), ADDRESS])
    uwsgi = os.path.join(os.path.dirname(sys.executable), "uwsgi")
    arguments = ["uwsgi", "--http-socket", ADDRESS, "--chdir", HERE, "--module", "wsgi"]
    os.execv(uwsgi, [*arguments, "--need-app", "--enable-threads", "--disable-logging"])


if __name__ == "__main__":
    main()
