"""A hub that sorts messages of sensors and hands them to those who have subscribed."""

from .config import Settings
from .mailbox import Mailbox
from .service import Hub

__all__ = ["Hub", "Mailbox", "Settings"]
