"""Moves accounts to a new kind of hash, which takes many seconds for each."""

import concurrent.futures

from accounts import Accounts


def main():
    accounts = Accounts(rounds=18)
    with concurrent.futures.ThreadPoolExecutor(2, "hash") as pool:
        for number in range(40):
            pool.submit(accounts.add, f"user {number}", f"secret {number}")


if __name__ == "__main__":
    main()
