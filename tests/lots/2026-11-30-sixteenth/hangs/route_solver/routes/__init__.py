from .network import Network
from .service import Planner

__all__ = ["Network", "Planner"]
