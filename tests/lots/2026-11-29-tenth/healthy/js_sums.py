"""Sums in JavaScript (dukpy), each some hundredths of a second, two thousand of them."""

import dukpy

engine = dukpy.JSInterpreter()
for number in range(2000):
    total = engine.evaljs(
        "var sum = 0; for (var n = 0; n < dukpy.limit; n++) sum += n % 7; sum", limit=400_000 + number
    )
    print(number, total, flush=True)
