"""A shelf for pictures: takes what a device sends, and answers when asked whether it is there."""

import threading

from pynetdicom import AE, evt
from pynetdicom.sop_class import Verification


class Shelf:
    def __init__(self):
        self.entity = AE(ae_title="SHELF")
        self.entity.add_supported_context(Verification)
        self.asked = 0

    def answer(self, event):
        self.asked += 1
        return 0x0000

    def start(self):
        handlers = [(evt.EVT_C_ECHO, self.answer)]
        return self.entity.start_server(("127.0.0.1", 0), block=False, evt_handlers=handlers)


class Device:
    def __init__(self, port):
        self.port = port
        self.entity = AE(ae_title="DEVICE")
        self.entity.add_requested_context(Verification)

    def ask(self):
        line = self.entity.associate("127.0.0.1", self.port)
        try:
            return line.send_c_echo().Status
        finally:
            line.release()


def main():
    shelf = Shelf()
    server = shelf.start()
    device = Device(server.server_address[1])
    closing = threading.Event()
    while not closing.wait(12):
        print("status", device.ask(), flush=True)
    server.shutdown()


if __name__ == "__main__":
    main()
