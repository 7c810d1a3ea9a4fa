# hang: cause=busy-loop confidence=likely|possible watch=yes computes=yes
def search(values, wanted):
    low, high = 0, len(values) - 1
    while low < high:  # <-- here~
        middle = (low + high) // 2
        if values[middle] < wanted:
            low = middle
        else:
            high = middle
    return low


print("READY", flush=True)
search(list(range(0, 100, 2)), 99)
