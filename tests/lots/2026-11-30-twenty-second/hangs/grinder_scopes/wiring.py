"""What the roastery is made of, and in which order things come about."""

import threading
import time

from dishka import Container, Provider, Scope, make_container, provide

from machines import Grinder, Ledger, Scales


class Roastery(Provider):
    scope = Scope.APP

    @provide
    def ledger(self) -> Ledger:
        return Ledger(time.strftime("%Y"))

    @provide
    def scales(self, ledger: Ledger) -> Scales:
        scales = Scales(ledger)
        scales.tare()
        return scales

    @provide
    def grinder(self, container: Container, ledger: Ledger) -> Grinder:
        if ledger.season == "none":
            return Grinder(None, ledger)
        return Grinder(container.get(Scales), ledger)


class Desk(Provider):
    scope = Scope.REQUEST

    def __init__(self, customer):
        super().__init__()
        self._customer = customer

    @provide
    def name(self) -> str:
        return self._customer


def open_roastery(customer):
    return make_container(Roastery(), Desk(customer), lock_factory=threading.Lock)
