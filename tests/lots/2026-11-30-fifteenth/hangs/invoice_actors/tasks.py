import threading
import time
from decimal import Decimal

import dramatiq

from broker import broker

lines = {}
totals = {}
closed = threading.Event()
_guard = threading.Lock()


@dramatiq.actor(queue_name="billing", max_retries=0)
def add_line(invoice, article, pieces, price):
    time.sleep(0.02)
    with _guard:
        lines.setdefault(invoice, []).append((article, pieces, Decimal(price)))


@dramatiq.actor(queue_name="billing", max_retries=0)
def total(invoice):
    with _guard:
        rows = list(lines.get(invoice, ()))
    amount = sum((pieces * price for _, pieces, price in rows), Decimal(0))
    with _guard:
        totals[invoice] = amount


@dramatiq.actor(queue_name="billing", max_retries=0, time_limit=24 * 3600 * 1000)
def close_month(month):
    """Totals all invoices, and says so when all of them are there."""
    with _guard:
        invoices = sorted(lines)
    for invoice in invoices:
        total.send(invoice)
    broker.join("billing")
    with _guard:
        amount = sum(totals.values(), Decimal(0))
    print(f"{month}: {len(invoices)} invoices, {amount}", flush=True)
    closed.set()
