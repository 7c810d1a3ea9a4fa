"""The cheapest diet, by HiGHS: foods are columns, what the body needs are rows."""

import highspy
import numpy as np

FOODS = {"oats": (0.9, 380_000, 13), "milk": (1.1, 60_000, 3), "beans": (1.6, 120_000, 9)}


class Diet:
    def __init__(self):
        self.model = highspy.Highs()
        self.model.setOptionValue("output_flag", False)
        for price, _, _ in FOODS.values():
            self.model.addCol(price, 0, 40, 0, np.array([], np.int32), np.array([], float))

    def need(self, least, part):
        """At least so much of the part of food with this number."""
        columns = np.arange(len(FOODS), dtype=np.int32)
        shares = np.array([food[part] for food in FOODS.values()], dtype=float)
        self.model.addRow(least, highspy.kHighsInf, least, columns, shares)

    def solve(self):
        self.model.run()
        return self.model.getInfo().objective_function_value


diet = Diet()
diet.need(2_200_000, part=1)
print("for energy", diet.solve(), flush=True)
diet.need(70, part=2)
print("and protein", diet.solve(), flush=True)
