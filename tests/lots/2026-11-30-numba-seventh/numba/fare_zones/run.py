"""Bills of the tram company, from what its terminals have sent."""

import json

from tariff import cheapest

TARIFF = '{"prices": [1.9, 2.4, 3, 3.6, 4], "day": 8.8}'

JOURNEYS = """
{"card": "K-2201", "zones": [1, 1, 2]}
{"card": "K-1187", "zones": [0, 3]}
{"card": "K-0930", "zones": [2, 2, 2, 4]}
"""


class Terminal:
    def __init__(self, text):
        self.lines = [line for line in text.splitlines() if line]

    def __iter__(self):
        for line in self.lines:
            entry = json.loads(line)
            yield entry["card"], entry["zones"]


class Billing:
    def __init__(self, tariff):
        self.prices = tariff["prices"]
        self.day = float(tariff["day"])
        self.bills = {}

    def book(self, card, zones):
        price = cheapest(zones, self.prices, self.day)
        self.bills[card] = self.bills.get(card, 0.0) + price

    def lines(self):
        for card, amount in sorted(self.bills.items()):
            yield f"{card}  {amount:6.2f}"


def main():
    billing = Billing(json.loads(TARIFF))
    for card, zones in Terminal(JOURNEYS):
        billing.book(card, zones)
    print("\n".join(billing.lines()))


if __name__ == "__main__":
    main()
