# healthy: computes=yes
class Budget:
    def __init__(self, most):
        self.most = most
        self.spent = 0

    def is_left(self):
        return self.spent < self.most


class Search:
    def __init__(self):
        self.budget = Budget(10**10)
        self.hits = []

    def turn(self, rows):
        self.budget.spent += 1
        return max(rows) > 7

    def run(self):
        while len(self.hits) < 3:
            if self.turn([1, 5, 3]):
                self.hits.append(1)
            if not self.budget.is_left():
                break


print("READY", flush=True)
Search().run()
