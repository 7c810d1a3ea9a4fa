"""Frames on a virtual bus every seven seconds, and a program that waits for each."""

import can


def main():
    sender = can.Bus(interface="virtual", channel="cycle")
    receiver = can.Bus(interface="virtual", channel="cycle")
    reader = can.BufferedReader()
    notifier = can.Notifier(receiver, [reader])
    sender.send_periodic(can.Message(arbitration_id=0x123, data=[1]), 7)
    while True:
        message = reader.get_message(timeout=None)
        if message is None:
            break
        print(hex(message.arbitration_id), flush=True)
    notifier.stop()


if __name__ == "__main__":
    main()
