# healthy: computes=yes
def product(limit):
    result, factor = 1, 1
    while True:
        result *= factor
        factor += 1
        if factor > limit:
            return result


print("READY", flush=True)
product(10**9)
