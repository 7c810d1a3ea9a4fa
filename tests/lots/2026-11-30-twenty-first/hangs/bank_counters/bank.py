"""Accounts, and what is moved between them."""

import functools
from dataclasses import dataclass

from stripes import Stripes


class TooLittle(Exception):
    pass


@dataclass
class Account:
    number: str
    cents: int = 0


def holding(*names):
    """Holds the accounts that are given as these arguments."""

    def wrap(function):
        @functools.wraps(function)
        def call(self, *args, **kwargs):
            given = dict(zip(function.__code__.co_varnames[1:], args), **kwargs)
            with self.stripes.hold(*(given[name] for name in names)):
                return function(self, *args, **kwargs)

        return call

    return wrap


class Bank:
    def __init__(self):
        self.stripes = Stripes()
        self.accounts = {}

    def open(self, number, cents):
        self.accounts[number] = Account(number, cents)

    @holding("number")
    def balance(self, number):
        return self.accounts[number].cents

    @holding("source", "target")
    def move(self, source, target, cents):
        if self.accounts[source].cents < cents:
            raise TooLittle(source)
        self.accounts[source].cents -= cents
        self.accounts[target].cents += cents
        return self.accounts[source].cents
