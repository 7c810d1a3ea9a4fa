# The thread that talks to the database is the parent's: a forked worker asks it and is never answered.
# https://github.com/piskvorky/sqlitedict/issues/86
import multiprocessing

from sqlitedict import SqliteDict

prices = SqliteDict("prices.sqlite", autocommit=True)
prices["apple"] = 3


def price(item):
    return prices[item]  # <-- here


print("READY", flush=True)
with multiprocessing.get_context("fork").Pool(1) as pool:
    print(pool.map(price, ["apple"]))  # <-- also
