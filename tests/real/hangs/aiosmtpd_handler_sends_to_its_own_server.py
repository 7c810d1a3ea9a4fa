# What handles a mail sends a receipt by the server that it is handled in, and blocks its loop.
# https://aiosmtpd.aio-libs.org/en/latest/concepts.html
import smtplib
from email.message import EmailMessage

from aiosmtpd.controller import Controller


def send(to, text):
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "shop@localhost", to, "Order"
    message.set_content(text)
    with smtplib.SMTP("127.0.0.1", 48025) as server:  # <-- here
        server.send_message(message)


class Receipts:
    async def handle_DATA(self, server, session, envelope):
        if "orders@localhost" in envelope.rcpt_tos:
            send(envelope.mail_from, "Thank you")  # <-- here
        return "250 Message accepted"


controller = Controller(Receipts(), hostname="127.0.0.1", port=48025)
controller.start()
print("READY", flush=True)
with smtplib.SMTP("127.0.0.1", 48025) as client:
    client.sendmail("anna@localhost", ["orders@localhost"], "Subject: one apple\r\n\r\n")  # <-- also
