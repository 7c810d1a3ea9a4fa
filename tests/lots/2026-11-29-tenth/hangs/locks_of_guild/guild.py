"""Members, tools and fees of a guild; each part guards itself."""

import time

from synchronized import synchronized


class Members:
    def __init__(self):
        self.names = {"Ada": 3, "Bo": 1, "Cem": 2}
        self.tools = None

    @synchronized("members")
    def years_of(self, name):
        return self.names.get(name, 0)

    @synchronized("members")
    def retire(self, name):
        time.sleep(0.3)  # prints the letter
        self.tools.give_back(name)
        self.names.pop(name, None)


class Tools:
    def __init__(self):
        self.lent = {"plane": "Ada", "chisel": "Bo"}
        self.fees = None

    @synchronized("tools")
    def give_back(self, name):
        self.lent = {tool: who for tool, who in self.lent.items() if who != name}

    @synchronized("tools")
    def inventory(self):
        time.sleep(0.3)  # counts what lies on the shelves
        return {tool: self.fees.fee_of(who) for tool, who in self.lent.items()}


class Fees:
    def __init__(self, members):
        self.members = members

    @synchronized("fees")
    def fee_of(self, name):
        return 12

    @synchronized("fees")
    def yearly_bill(self):
        time.sleep(0.3)  # fetches the rates
        return sum(30 - self.members.years_of(name) for name in ("Ada", "Bo", "Cem"))


class Guild:
    def __init__(self):
        self.members = Members()
        self.tools = Tools()
        self.fees = Fees(self.members)
        self.members.tools = self.tools
        self.tools.fees = self.fees
