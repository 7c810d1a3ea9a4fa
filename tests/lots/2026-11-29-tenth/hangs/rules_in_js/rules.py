"""Rules of a shop, written in JavaScript by its owner, and run by dukpy."""

import dukpy

DISCOUNT = """
var left = dukpy.amount, percent = 0;
while (left != 0) {
    left -= dukpy.step;
    percent += 1;
}
Math.min(percent, 30)
"""


class Rules:
    def __init__(self, text):
        self.text = text
        self.engine = dukpy.JSInterpreter()

    def discount(self, amount, step):
        return self.engine.evaljs(self.text, amount=amount, step=step)
