"""A server for mails (aiosmtpd's Controller) that gets one every quarter of a minute."""

import smtplib
import socket
import time

from aiosmtpd.controller import Controller


class Count:
    def __init__(self):
        self.mails = 0

    async def handle_DATA(self, server, session, envelope):
        self.mails += 1
        return "250 kept"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


count = Count()
controller = Controller(count, hostname="127.0.0.1", port=free_port())
controller.start()
try:
    for number in range(16):
        time.sleep(15)
        with smtplib.SMTP(controller.hostname, controller.port) as client:
            client.sendmail("a@here.example", ["b@here.example"], f"Subject: {number}\n\nHello")
        print(count.mails, flush=True)
finally:
    controller.stop()
