"""What happens to mails."""

import email
import email.policy
import logging
import smtplib

log = logging.getLogger(__name__)


class Archive:
    """Keeps all mails."""

    def __init__(self):
        self.mails = []

    async def handle_DATA(self, server, session, envelope):
        self.mails.append(envelope.content)
        log.info("archive: %d mails", len(self.mails))
        return "250 kept"


class Relay:
    """Takes mails in, signs them, and passes them on."""

    def __init__(self, archive):
        self.archive = archive  # host and port

    async def handle_RCPT(self, server, session, envelope, address, options):
        if not address.endswith("@parish.example"):
            return "550 not one of ours"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        mail["X-Signed-By"] = "the parish clerk"
        self.pass_on(envelope.mail_from, envelope.rcpt_tos, mail)
        return "250 passed on"

    def pass_on(self, sender, receivers, mail):
        with smtplib.SMTP(*self.archive) as connection:
            connection.send_message(mail, sender, receivers)
