import threading


class Coordinator:
    """All have to vote before anything is decided, and to finish before the next round."""

    def __init__(self, members):
        self.members = set(members)
        self.state = threading.Condition()
        self.votes = {}
        self.done = set()
        self.decision = None
        self.round = 0

    def begin(self):
        with self.state:
            self.round += 1
            self.votes, self.done, self.decision = {}, set(), None
            self.state.notify_all()
            self.state.wait_for(lambda: self.votes.keys() == self.members)
            self.decision = all(self.votes.values())
            self.state.notify_all()
            self.state.wait_for(lambda: self.done == self.members)
            return self.round, self.decision

    def wait_for_round(self, last):
        with self.state:
            self.state.wait_for(lambda: self.round > last)
            return self.round

    def vote(self, member, yes):
        with self.state:
            self.votes[member] = yes
            self.state.notify_all()
            self.state.wait_for(lambda: self.decision is not None)
            return self.decision

    def finish(self, member):
        with self.state:
            self.done.add(member)
            self.state.notify_all()
