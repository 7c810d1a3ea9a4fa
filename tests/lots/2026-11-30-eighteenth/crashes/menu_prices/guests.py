import sys
import urllib.request

import menu

GUESTS = ["", "C", "POSIX", "hu_HU.ISO-8859-2"]


def main():
    server = menu.serve(sys.argv[1])
    base = f"http://127.0.0.1:{server.server_port}"
    for guest in GUESTS:
        with urllib.request.urlopen(f"{base}/{guest}", timeout=20) as answer:
            print(repr(guest), answer.read().decode().split("\n"), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
