from .gate import Gate
from .lorry import Lorry
from .plan import DayPlan, Slot

__all__ = ["DayPlan", "Gate", "Lorry", "Slot"]
