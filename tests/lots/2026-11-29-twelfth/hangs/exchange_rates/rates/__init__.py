from .table import RateTable
from .refresher import Refresher

__all__ = ["RateTable", "Refresher"]
