"""Taxes of some incomes."""

import logging
import threading

from machine import taxes

PAID = {"Anna": {"journeys": 1200}, "Cecilia": {"interest": 9000, "books": 400}}
INCOMES = {"Anna": 31200, "Bo": 28750, "Cecilia": 45100}


class Office(threading.Thread):
    def __init__(self, incomes):
        super().__init__(name="tax office")
        self.incomes = incomes
        self.machine = taxes.Machine()

    def run(self):
        for name, income in self.incomes.items():
            income = taxes.after_deductions(income, PAID.get(name, {}))
            print(name, self.machine.all(income), flush=True)


def main():
    logging.basicConfig(level=logging.DEBUG)
    office = Office(INCOMES)
    office.start()
    office.join()


if __name__ == "__main__":
    main()
