import datetime

import polars as pl


TABLE = None


def readings(meters, days):
    hours = days * 24
    start = datetime.datetime(2026, 5, 1)
    return pl.DataFrame(
        {
            "meter": [m for m in range(meters) for _ in range(hours)],
            "at": [start + datetime.timedelta(hours=h) for _ in range(meters) for h in range(hours)],
            "kwh": [0.2 + (m * 31 + h * 7) % 24 / 10 for m in range(meters) for h in range(hours)],
        }
    )


def load(meters, days):
    global TABLE
    TABLE = readings(meters, days)
    return TABLE


def totals(table):
    return table.group_by("meter").agg(pl.col("kwh").sum().alias("kwh")).sort("meter")


def peaks(meter):
    mine = TABLE.filter(pl.col("meter") == meter)
    by_hour = mine.group_by(pl.col("at").dt.hour().alias("hour")).agg(pl.col("kwh").mean())
    hour, kwh = by_hour.sort("kwh", "hour", descending=True).row(0)
    return meter, hour, round(kwh, 3)
