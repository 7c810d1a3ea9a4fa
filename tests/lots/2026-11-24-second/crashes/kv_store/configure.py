import sys

from store import Store

DEFAULTS = {"editor": "vi", "pager": "less", "shell": "sh"}


def main(library, *words):
    settings = Store(library)
    settings.update(DEFAULTS)  # <-- here
    settings.update(word.split("=", 1) for word in words)
    for name, value in settings.items():
        print(name, value)


if __name__ == "__main__":
    main(*sys.argv[1:])
