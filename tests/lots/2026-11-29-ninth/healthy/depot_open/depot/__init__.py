"""A depot of parcels: a book of what lies where, a service for it, and its client."""

from depot.book import Book, Parcel
from depot.client import Client
from depot.service import Service

__all__ = ["Book", "Client", "Parcel", "Service"]
