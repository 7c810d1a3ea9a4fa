# healthy: computes=yes
class Enough(Exception):
    pass


def check(search):
    if vars(search)["tries"] > 10**10:
        raise Enough


class Search:
    def __init__(self):
        self.tries = 0
        self.hits = []

    def run(self):
        while len(self.hits) < 3:
            self.tries += 1
            check(self)
            if sum([3, 4]) > 8:
                self.hits.append(1)


print("READY", flush=True)
Search().run()
