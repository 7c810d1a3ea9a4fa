"""Archives the scans of a day; the archive of the office is played by a thread."""

import logging
import tempfile
import threading

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import FTPHandler
from pyftpdlib.servers import FTPServer
from uploads import Archive, Scanner

logging.basicConfig(level=logging.WARNING)


class Office:
    def __init__(self):
        authorizer = DummyAuthorizer()
        authorizer.add_user("scanner", "secret", tempfile.mkdtemp(), perm="elradfmw")
        handler = type("Handler", (FTPHandler,), {"authorizer": authorizer, "timeout": 0})
        handler.dtp_handler.timeout = 0
        self.server = FTPServer(("127.0.0.1", 0), handler)
        self.port = self.server.address[1]
        threading.Thread(
            target=self.server.serve_forever, kwargs={"handle_exit": False}, daemon=True
        ).start()


def main():
    archive = Archive(Office().port)
    for folder, pages in (("letters", 4), ("plans", 30)):
        with archive.writing(f"{folder}.scan") as write:
            for page in Scanner(pages):
                write(page)
        print(folder, "is archived", flush=True)
    print(archive.names())
    archive.close()


if __name__ == "__main__":
    main()
