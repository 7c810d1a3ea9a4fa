"""The audit trail: each record tells the owner's balance as it is at that moment."""

import logging
import time


class TrailHandler(logging.Handler):
    def __init__(self, path, accounts):
        super().__init__()
        self.accounts = accounts
        self.file = open(path, "a", encoding="utf-8")

    def emit(self, record):
        try:
            owner = getattr(record, "owner", None)
            balance = self.accounts.balance(owner) if owner else "-"  # <-- here
            time.sleep(0.01)  # the disk of the trail is far away
            self.file.write(f"{record.created:.0f} {owner} {balance} {record.getMessage()}\n")
            self.file.flush()
        except Exception:
            self.handleError(record)
