from .campaign import Campaign
from .sender import Sender

__all__ = ["Campaign", "Sender"]
