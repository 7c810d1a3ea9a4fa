import sys

from .folder import Folder


def main(words):
    folder = Folder(words[-1])
    base = words[0] if len(words) > 1 else "http://localhost"
    entries = "\n".join(f"{base}/{name}" for name in folder.pages())
    folder.write("sitemap.txt", entries + "\n")
    print(len(entries.splitlines()), "pages in the map")


if __name__ == "__main__":
    main(sys.argv[1:])
