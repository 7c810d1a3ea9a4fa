from .shelf import Shelf
from .mover import Mover

__all__ = ["Mover", "Shelf"]
