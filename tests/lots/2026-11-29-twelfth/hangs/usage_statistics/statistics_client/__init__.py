"""Counts what is used, and sends it now and then.

    from statistics_client import count
    count("export")
"""

from .client import Client

_client = Client.from_environment()
count = _client.count

__all__ = ["count"]
