import collections
import concurrent.futures

import rules

ARTICLES = ["letter", "parcel", "crate", "pallet"]


def daily():
    rule = rules.Rule("daily")
    for number, article in enumerate(ARTICLES):
        rule.term(120 + 35 * number, article)
    return rule


def yearly(days=250):
    rule = rules.Rule("yearly")
    for day in range(days):
        for customer in range(240):
            rule.term(1 + (day * customer) % 7, ARTICLES[(day + customer) % len(ARTICLES)])
    return rule


class Office:
    def __init__(self):
        self.book = rules.Book()
        self.counts = collections.Counter(dict.fromkeys(ARTICLES, 3))

    def bill(self, *names):
        return {name: self.book.price(name, self.counts) for name in names}


def main():
    rules.deep()
    small, large = Office(), Office()
    small.book.add(daily())
    large.book.add(daily())
    large.book.add(yearly())
    with concurrent.futures.ThreadPoolExecutor(2, thread_name_prefix="clerk") as pool:
        print(pool.submit(small.bill, "daily").result())
        print(pool.submit(large.bill, "daily", "yearly").result())


if __name__ == "__main__":
    main()
