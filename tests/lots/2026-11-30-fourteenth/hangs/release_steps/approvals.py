import threading

from invoke import StreamWatcher


class Approval:
    """All of the people have to agree."""

    def __init__(self, people):
        self.people = people
        self.given = set()
        self.complete = threading.Event()

    def give(self, name):
        self.given.add(name)
        print(name, "agrees", flush=True)
        if self.given.issuperset(self.people):
            self.complete.set()


class Asker(StreamWatcher):
    """Answers the question of the uploader as soon as there is approval."""

    def __init__(self, approval, question="really? "):
        super().__init__()
        self.approval = approval
        self.question = question
        self.seen = 0

    def submit(self, stream):
        new = stream[self.seen :]
        if self.question in new:
            self.seen = len(stream)
            self.approval.complete.wait()
            yield "yes\n"
