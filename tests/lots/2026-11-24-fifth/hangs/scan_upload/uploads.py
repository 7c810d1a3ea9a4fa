"""Sends scans to an archive by FTP, piece by piece as the scanner gives them."""

import contextlib
import ftplib
import time


class Archive:
    def __init__(self, port):
        self.ftp = ftplib.FTP()
        self.ftp.connect("127.0.0.1", port)
        self.ftp.login("scanner", "secret")

    @contextlib.contextmanager
    def writing(self, name):
        """What the block writes becomes a file of the archive."""
        connection = self.ftp.transfercmd(f"STOR {name}")
        yield connection.sendall
        self.ftp.voidresp()
        connection.close()

    def names(self):
        return self.ftp.nlst()

    def close(self):
        self.ftp.quit()


class Scanner:
    def __init__(self, pages):
        self.pages = pages

    def __iter__(self):
        for number in range(self.pages):
            time.sleep(0.02)
            yield bytes([number % 251]) * 5000
