import unittest
from concurrent.futures import ThreadPoolExecutor
from datetime import date

from calendar_of_guild import YearlyDay

TODAY = date(2026, 3, 1)


class Days(unittest.TestCase):
    def test_in_this_year(self):
        self.assertEqual(YearlyDay("Crispin", 10, 25).next_after(TODAY), date(2026, 10, 25))

    def test_leap_day(self):
        self.assertEqual(YearlyDay("Leap", 2, 29).next_after(TODAY), date(2028, 2, 29))

    def test_many_at_once(self):
        book = {"Barbara": (12, 4), "Luke": (10, 18), "Founding": (6, 31), "Peter": (6, 29)}
        days = [YearlyDay(name, month, day) for name, (month, day) in book.items()]
        with ThreadPoolExecutor(2) as pool:
            waits = list(pool.map(lambda day: day.waiting(TODAY), days))
        self.assertTrue(all(wait > 0 for wait in waits))


if __name__ == "__main__":
    unittest.main()
