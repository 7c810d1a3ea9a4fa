"""Shows what changes in a folder, with watchfiles; a thread changes something now and then."""

import os
import tempfile
import threading
import time

import watchfiles


def change(folder):
    number = 0
    while True:
        time.sleep(11)
        number += 1
        with open(os.path.join(folder, f"note-{number}"), "w") as file:
            file.write("x")


def main():
    with tempfile.TemporaryDirectory() as folder:
        threading.Thread(target=change, args=(folder,), name="writer", daemon=True).start()
        for changes in watchfiles.watch(folder):
            print(len(changes), "changed", flush=True)


if __name__ == "__main__":
    main()
