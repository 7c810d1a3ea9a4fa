"""What do 100 EUR cost in dollars today?"""

from good_rates import rates

print("100 EUR are", round(100 * rates()["USD"], 2), "USD")
