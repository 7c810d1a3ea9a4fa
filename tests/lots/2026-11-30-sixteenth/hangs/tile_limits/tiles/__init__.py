from .limits import Limit
from .source import TileSource

__all__ = ["Limit", "TileSource"]
