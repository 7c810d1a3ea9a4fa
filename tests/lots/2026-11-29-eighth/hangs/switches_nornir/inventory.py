"""The switches of a building, as nornir knows them."""

from nornir.core.inventory import Defaults, Groups, Host, Hosts, Inventory
from nornir.core.plugins.inventory import InventoryPluginRegister


class Building:
    """An inventory of so many floors, with a switch on each."""

    def __init__(self, floors):
        self.floors = floors

    def load(self):
        names = [f"switch-{floor}" for floor in range(self.floors)]
        return Inventory(Hosts({name: Host(name=name) for name in names}), Groups(), Defaults())


InventoryPluginRegister.register("Building", Building)
