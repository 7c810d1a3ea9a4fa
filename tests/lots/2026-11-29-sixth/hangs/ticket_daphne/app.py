"""A shop for tickets, with falcon: the bank tells by a request of its own that it has paid."""

import falcon
import falcon.asgi
from bank import Payments


class Orders:
    def __init__(self, payments):
        self.payments = payments

    async def on_post(self, request, response, number):
        self.payments.expect(number)
        self.payments.wait(number)
        response.media = {"order": number, "paid": True}


class Paid:
    def __init__(self, payments):
        self.payments = payments

    async def on_post(self, request, response, number):
        self.payments.paid(number)
        response.status = falcon.HTTP_204


class Health:
    async def on_get(self, request, response):
        response.text = "well"


def create():
    payments = Payments()
    app = falcon.asgi.App()
    app.add_route("/orders/{number:int}", Orders(payments))
    app.add_route("/paid/{number:int}", Paid(payments))
    app.add_route("/health", Health())
    return app, payments
