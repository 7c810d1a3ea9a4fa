# healthy:
"""What ends the loop changes once in a while; all the work is in what it calls."""


def is_prime(number):
    divisor = 3
    while divisor * divisor <= number:
        if number % divisor == 0:
            return False
        divisor += 2
    return True


class Search:
    def __init__(self, start):
        self.at = start
        self.found = []

    def run(self, wanted):
        while len(self.found) < wanted:
            if is_prime(self.at):
                self.found.append(self.at)
            self.at += 2


print("READY", flush=True)
Search(10**15 + 1).run(10_000)
