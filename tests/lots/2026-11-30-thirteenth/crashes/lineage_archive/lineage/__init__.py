from .records import Revision, chain_of
from .store import Archive

__all__ = ["Archive", "Revision", "chain_of"]
