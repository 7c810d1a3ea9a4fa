"""What do 100 EUR cost in dollars today?"""

from bad_rates import RATES

print("100 EUR are", round(100 * RATES["USD"], 2), "USD")
