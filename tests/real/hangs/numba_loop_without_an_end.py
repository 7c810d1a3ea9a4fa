# A compiled function loops for ever: a variable wraps around and never becomes what is asked for.
# https://numba.readthedocs.io/en/stable/user/faq.html
import numba


@numba.njit
def halvings(number):
    steps = 0
    while number != 1:  # <-- here
        number = number // 2 if number % 2 == 0 else number + 2  # <-- here
        steps += 1  # <-- here
    return steps


print(halvings(64))
print("READY", flush=True)
print(halvings(12))  # <-- here
