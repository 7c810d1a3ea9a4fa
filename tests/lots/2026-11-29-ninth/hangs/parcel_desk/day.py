"""A day at the depot: parcels come in, customers ask, and in the evening it closes."""

import logging
import random

import depot

TOWNS = ["Lund", "Ystad", "Malmö", "Kalmar", "Visby"]


def parcels(count, seed=4):
    chance = random.Random(seed)
    for number in range(count):
        yield depot.Parcel(number, chance.choice(TOWNS), chance.randrange(200, 30000))


def counter(client, wanted):
    """What a clerk at the counter does with the numbers on the customers' slips."""
    given = 0
    for number in wanted:
        place = client.where_is(number)
        if place is None:
            print("no parcel", number, flush=True)
        elif client.fetch(number):
            given += 1
    return given


def main():
    logging.basicConfig(level=logging.INFO, format="%(name)s: %(message)s")
    book = depot.Book()
    for parcel in parcels(40):
        book.enter(parcel)
    service = depot.Service(book)
    service.open()
    with depot.Client(service.address) as client:
        given = counter(client, [3, 8, 8, 21, 77])
        print(given, "handed out,", len(book), "left", flush=True)
        service.close()
    print("asked", book.asked, "times")


if __name__ == "__main__":
    main()
