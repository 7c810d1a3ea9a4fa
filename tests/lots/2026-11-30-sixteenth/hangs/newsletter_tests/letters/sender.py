import queue
import smtplib
import threading
from email.message import EmailMessage


class Sender:
    """Sends in the background, by one connection."""

    def __init__(self, host="localhost", port=25):
        self.address = host, port
        self.outbox = queue.Queue()
        self.receipts = queue.Queue()
        self.thread = threading.Thread(target=self.run, name="sender", daemon=True)
        self.thread.start()

    def send(self, to, subject, text):
        message = EmailMessage()
        message["To"], message["Subject"] = to, subject
        message.set_content(text)
        self.outbox.put(message)

    def run(self):
        while (message := self.outbox.get()) is not None:
            try:
                with smtplib.SMTP(*self.address) as connection:
                    connection.send_message(message, "news@museum.example")
                self.receipts.put((message["To"], None))
            except (OSError, smtplib.SMTPException) as error:
                self.receipts.put((message["To"], error))

    def close(self):
        self.outbox.put(None)
        self.thread.join()
