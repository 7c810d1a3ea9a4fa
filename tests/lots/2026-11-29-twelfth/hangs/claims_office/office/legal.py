import time

from .pools import done_by


class Legal:
    def __init__(self, department, claims):
        self.department = department
        self.claims = claims

    @done_by(lambda legal: legal.department)
    def opinion(self, claim):
        """Refuses those who come too often."""
        time.sleep(0.05)
        if self.claims.previous(claim.holder) > 2:
            return "refuse"
        return "pay" if claim.amount < 5000 else "inspect"
