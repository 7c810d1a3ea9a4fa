from .digest import Digest
from .records import Records

__all__ = ["Digest", "Records"]
