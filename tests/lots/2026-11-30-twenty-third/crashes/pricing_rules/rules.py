"""Prices by rules that customers wrote; results go to whoever listens."""
import collections
import contextlib
import logging
import logging.handlers

from fence import Fence

log = logging.getLogger("prices")
RULES = {
    "flat": "base + 4",
    "weight": "base + weight * 0.35",
    "bulky": "base * (2 if weight > 20 else 1)",
    "night": "max(base, 9) + weight / rate",
}


class Rule:
    def __init__(self, name, text):
        self.name = name
        self.code = compile(text, name, "eval")

    def __call__(self, **values):
        return eval(self.code, {"__builtins__": {"max": max, "min": min}}, values)


class Desk:
    def __init__(self, rules):
        self.rules = [Rule(name, text) for name, text in rules.items()]
        self.prices = collections.defaultdict(dict)
        self.rate = 3

    def price(self, parcel, base, weight):
        for rule in self.rules:
            try:
                self.prices[parcel][rule.name] = round(rule(base=base, weight=weight, rate=self.rate), 2)
            except ArithmeticError as error:
                log.warning("%s: %s: %s", parcel, rule.name, error)
        return self.prices[parcel]


    def cheapest(self, parcel):
        prices = self.prices[parcel]
        return min(prices, key=prices.get) if prices else None


@contextlib.contextmanager
def closed():
    Fence("socket", "connect", "fork", "vfork", "execve", "ptrace").close()
    yield


def main():
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(message)s")
    collector = logging.handlers.SocketHandler("127.0.0.1", 5141)
    collector.setLevel(logging.WARNING)
    log.addHandler(collector)
    desk = Desk(RULES)
    print("trial", desk.price("trial", 5, 1), desk.cheapest("trial"), flush=True)
    with closed():
        for number in range(40):
            if number == 30:
                desk.rate = 0
            print(number, desk.price(f"parcel {number}", 5 + number % 4, number % 27), flush=True)


if __name__ == "__main__":
    main()
