"""Allotments, their tenants and fees. With Tortoise."""
