"""Uploads pictures. Large ones are announced first, so that nothing is sent in vain."""

import socket

import pictures
import server


class Upload:
    LARGE = 1000

    def __init__(self, address):
        self.connection = socket.create_connection(address)
        self.answers = self.connection.makefile("rb")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.answers.close()
        self.connection.close()

    def status(self):
        """The status of the next answer, whose head is read."""
        status = int(self.answers.readline().split()[1])
        while self.answers.readline().strip():
            pass
        return status

    def put(self, path, picture):
        head = [f"PUT {path} HTTP/1.1", "Host: pictures", f"Content-Length: {len(picture)}"]
        large = len(picture) > self.LARGE
        if large:
            head.append("Expect: 100-continue")
        self.connection.sendall("\r\n".join(head + ["", ""]).encode())
        if large and self.status() != 100:
            raise ConnectionError(f"{path} is not wanted")
        self.connection.sendall(picture)
        return self.status()


def main():
    address = server.start()
    painter = pictures.Painter()
    painter.start()
    for path, picture in painter:
        with Upload(address) as upload:
            print(path, upload.put(path, picture), flush=True)


if __name__ == "__main__":
    main()
