"""A site under uWSGI with a master, two workers and nobody who asks."""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    uwsgi = os.path.join(os.path.dirname(sys.executable), "uwsgi")
    arguments = [
        "uwsgi",
        "--http-socket",
        "127.0.0.1:0",
        "--chdir",
        HERE,
        "--module",
        "site_of_town",
    ]
    os.execv(uwsgi, [*arguments, "--master", "--processes", "2", "--enable-threads", "--lazy-apps"])


if __name__ == "__main__":
    main()
