"""A letterbox: inotify tells of letters, which a thread brings every nine seconds."""

import pathlib
import tempfile
import threading
import time

from inotify_simple import INotify, flags


def postman(folder):
    for number in range(1000):
        time.sleep(9)
        (folder / f"letter {number}").write_text("greetings", encoding="utf-8")


def main():
    folder = pathlib.Path(tempfile.mkdtemp())
    watch = INotify()
    watch.add_watch(folder, flags.CLOSE_WRITE)
    threading.Thread(target=postman, args=(folder,), name="postman", daemon=True).start()
    while True:
        for event in watch.read():
            print(event.name, flush=True)


if __name__ == "__main__":
    main()
