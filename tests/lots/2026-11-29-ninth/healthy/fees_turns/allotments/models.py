"""Tables."""

from tortoise import fields
from tortoise.models import Model


class Tenant(Model):
    id = fields.IntField(primary_key=True)
    name = fields.CharField(max_length=40)
    balance = fields.IntField(default=0)


class Fee(Model):
    id = fields.IntField(primary_key=True)
    tenant = fields.ForeignKeyField("allotments.Tenant", related_name="fees")
    year = fields.IntField()
    amount = fields.IntField()


class Entry(Model):
    """The journal of the treasurer."""

    id = fields.IntField(primary_key=True)
    text = fields.TextField()
