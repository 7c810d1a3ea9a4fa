import unittest

from recipes import Amount, Recipe


class AmountTest(unittest.TestCase):
    def test_kilograms(self):
        self.assertEqual(Amount(2, "kg").to("g"), Amount(2000, "g"))

    def test_back_and_forth(self):
        for unit in ("oz", "lb", "cup"):
            with self.subTest(unit):
                there = Amount(3, "kg").to(unit)
                self.assertAlmostEqual(there.to("kg").value, 3)


class RecipeTest(unittest.TestCase):
    def setUp(self):
        self.scones = Recipe("scones", flour=(0.5, "lb"), milk=(0.6, "cup"), butter=(2, "Tbsp"))

    def test_metric(self):
        self.assertEqual(self.scones.metric()["flour"], 227)

    def test_name(self):
        self.assertEqual(self.scones.name, "scones")


if __name__ == "__main__":
    unittest.main()
