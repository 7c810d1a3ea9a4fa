"""Accounts of a shop's customers, with one lock for all of them."""

import dataclasses
import logging
import threading

log = logging.getLogger("shop.accounts")


class Overdrawn(Exception):
    pass


@dataclasses.dataclass
class Account:
    owner: str
    cents: int = 0


class Accounts:
    def __init__(self):
        self._mutex = threading.Lock()
        self._accounts = {}

    def balance(self, owner):
        with self._mutex:  # <-- here
            return self._accounts[owner].cents if owner in self._accounts else 0

    def pay_in(self, owner, cents):
        with self._mutex:
            account = self._accounts.setdefault(owner, Account(owner))
            account.cents += cents
            log.info("paid in %d", cents, extra={"owner": None})  # <-- here

    def pay(self, owner, cents):
        with self._mutex:
            account = self._accounts[owner]
            if account.cents < cents:
                raise Overdrawn(owner)
            account.cents -= cents
