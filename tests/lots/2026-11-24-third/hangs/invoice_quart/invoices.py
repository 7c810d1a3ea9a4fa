"""Invoices as pages, with the customer's address from another page of the same service."""

import dataclasses
import functools

import requests
import telemetry


@dataclasses.dataclass
class Invoice:
    number: int
    customer: str
    amount: float


class AddressBook:
    def __init__(self, base):
        self.base = base
        self.session = requests.Session()

    @functools.lru_cache(maxsize=100)
    def address(self, customer):
        answer = self.session.get(f"{self.base}/customers/{customer}")
        answer.raise_for_status()
        return answer.json()["address"]


class Invoices:
    def __init__(self, base):
        self.book = AddressBook(base)
        self.all = {n: Invoice(n, f"customer-{n % 3}", 10.5 * n) for n in range(1, 20)}

    @telemetry.counted
    def page(self, number):
        invoice = self.all[number]
        address = self.book.address(invoice.customer)
        return f"Invoice {number} to {address}: {invoice.amount:.2f}"
