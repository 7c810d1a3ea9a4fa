"""A program of its own that turns a page into a preview, as the big ones do with a browser."""

import sys
import urllib.request


def main(address):
    with urllib.request.urlopen(address) as page:
        text = page.read().decode()
    print(text[:20] + "...")


if __name__ == "__main__":
    main(sys.argv[1])
