"""Serves a handbook while it is written, and makes its pages anew as files change."""

import pathlib
import socket
import tempfile
import threading
import time

from livereload import Server


class Handbook:
    def __init__(self, folder):
        self.source = pathlib.Path(folder, "source")
        self.pages = pathlib.Path(folder, "pages")
        self.source.mkdir()
        self.pages.mkdir()
        (self.source / "start.txt").write_text("Handbook\n")
        self.make()

    def make(self):
        for path in self.source.glob("*.txt"):
            text = path.read_text().replace("\n", "<br>")
            (self.pages / path.with_suffix(".html").name).write_text(f"<p>{text}</p>")
        print(time.strftime("%X"), "made", len(list(self.pages.iterdir())), "pages", flush=True)

    def write(self):
        for number in range(1000):
            time.sleep(9)
            with open(self.source / "start.txt", "a") as file:
                file.write(f"chapter {number}\n")


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        handbook = Handbook(folder)
        threading.Thread(target=handbook.write, daemon=True, name="author").start()
        server = Server()
        server.watch(str(handbook.source / "*.txt"), handbook.make)
        server.serve(root=str(handbook.pages), port=free_port(), host="127.0.0.1")
