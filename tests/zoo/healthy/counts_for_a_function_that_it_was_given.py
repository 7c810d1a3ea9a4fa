# healthy: computes=yes
class Walk:
    def __init__(self):
        self.steps = 0
        self.marks = ["start"]
        self.stop = lambda: self.steps > 10**10

    def step(self, marks):
        self.steps += 1
        if self.stop():
            marks.pop()

    def run(self):
        while self.marks:
            self.step(self.marks)


print("READY", flush=True)
Walk().run()
