"""A dose goes up by a tenth of a grain each day until it is one grain."""

START, STEP, FULL = 0.0, 0.1, 1.0


def days(start, step, full):
    dose, day = start, 0
    while dose != full:
        dose += step
        day += 1
    return day


print("by halves", days(START, 0.5, FULL), flush=True)
print("by tenths", days(START, STEP, FULL), flush=True)
