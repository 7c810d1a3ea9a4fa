# Two processes of joblib are at work for minutes, and the program waits for both.
from joblib import Parallel, delayed


def count(limit):
    found = 0
    for number in range(limit):
        found += number % 7 == 0
    return found


if __name__ == "__main__":
    print("READY", flush=True)
    print(Parallel(n_jobs=2)(delayed(count)(10**11) for _ in range(4)))
