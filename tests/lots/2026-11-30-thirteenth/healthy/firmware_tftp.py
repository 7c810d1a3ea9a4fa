"""Firmware by TFTP: a slow source feeds the client block by block."""

import pathlib
import tempfile
import threading
import time

import tftpy


class Slow:
    """A file whose blocks are fetched from elsewhere, three seconds each."""

    def __init__(self, blocks):
        self.left = blocks

    def read(self, size):
        if not self.left:
            return b""
        self.left -= 1
        time.sleep(3)
        return bytes(size)

    def close(self):
        pass


def main():
    with tempfile.TemporaryDirectory() as folder:
        server = tftpy.TftpServer(folder, dyn_file_func=lambda name, **_: Slow(60))
        threading.Thread(target=server.listen, args=("127.0.0.1", 0), daemon=True, name="tftp").start()
        server.is_running.wait()
        client = tftpy.TftpClient("127.0.0.1", server.listenport)
        target = pathlib.Path(folder, "copy.bin")
        client.download("lamp.bin", str(target), packethook=lambda packet: print(time.strftime("%X"), packet, flush=True), timeout=30)
        print(target.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
