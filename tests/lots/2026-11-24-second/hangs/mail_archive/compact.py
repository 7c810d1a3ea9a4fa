"""Throws old mails away while others are delivered by another process."""

import os
import subprocess
import sys
import tempfile
import threading
import time

from archive import Archive

HERE = os.path.dirname(os.path.abspath(__file__))


def compact(archive, keep):
    with archive.transaction() as db:
        old = db.execute("SELECT id, size FROM mails ORDER BY id DESC LIMIT -1 OFFSET ?", (keep,))
        old = old.fetchall()
        time.sleep(0.1)
        with archive.locked_box() as box:  # <-- here
            rest = box.read()[sum(size for _, size in old) :]
            box.truncate(0)
            box.write(rest)
        db.executemany("DELETE FROM mails WHERE id = ?", [(number,) for number, _ in old])


def heartbeat(path):
    while True:
        time.sleep(0.5)
        print("box", os.path.getsize(path) if os.path.exists(path) else 0, flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        index, box = os.path.join(folder, "index.db"), os.path.join(folder, "box")
        archive = Archive(index, box)
        archive.create()
        threading.Thread(target=heartbeat, args=(box,), name="heartbeat", daemon=True).start()
        deliver = subprocess.Popen([sys.executable, os.path.join(HERE, "deliver.py"), index, box])
        while deliver.poll() is None:
            time.sleep(0.2)
            compact(archive, keep=10)


if __name__ == "__main__":
    main()
