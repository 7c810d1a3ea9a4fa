"""The bus of a test bench: requests of diagnosis, and frames that come by themselves."""

import dataclasses
import threading

import can

REQUEST, ANSWER = 0x7E0, 0x7E8


@dataclasses.dataclass
class Reading:
    identifier: int
    value: int


class Bench:
    """Two ends of a virtual bus; `listeners` get each frame from the notifier's thread."""

    def __init__(self, channel, *listeners):
        self.bus = can.Bus(interface="virtual", channel=channel)
        self.answers = can.BufferedReader()
        self.notifier = can.Notifier(self.bus, [self.answers, *listeners], timeout=0.5)

    def read_identifier(self, identifier):
        """Asks the control unit for a value, and waits for it."""
        data = [0x03, 0x22, identifier >> 8, identifier & 0xFF]
        self.bus.send(can.Message(arbitration_id=REQUEST, data=data, is_extended_id=False))
        while True:
            message = self.answers.get_message(timeout=None)
            if message is not None and message.arbitration_id == ANSWER:
                return Reading(identifier, int.from_bytes(message.data[4:6], "big"))

    def close(self):
        self.notifier.stop()
        self.bus.shutdown()


class ControlUnit:
    """What answers, in a thread of its own, and reports trouble from time to time."""

    def __init__(self, channel):
        self.bus = can.Bus(interface="virtual", channel=channel)
        self.values = {0xF40C: 820, 0xF405: 91, 0xF411: 12}
        threading.Thread(target=self.serve, name="control unit", daemon=True).start()

    def serve(self):
        for message in self.bus:
            if message.arbitration_id != REQUEST:
                continue
            identifier = int.from_bytes(message.data[2:4], "big")
            value = self.values[identifier].to_bytes(2, "big")
            data = [0x05, 0x62, *message.data[2:4], *value]
            self.bus.send(can.Message(arbitration_id=ANSWER, data=data, is_extended_id=False))

    def trouble(self, code):
        self.bus.send(can.Message(arbitration_id=0x100, data=[code], is_extended_id=False))
