# The windows of a rolling group by time reach past the end of the group's values.
# https://github.com/pandas-dev/pandas/issues/36727
import pandas as pd

days = [1, 2, 3, 6, 7, 10, 20, 98]
visits = pd.DataFrame(
    {
        "shop": ["north", "north", "south", "north", "north", "north", "south", "north"],
        "when": pd.Timestamp(2019, 1, 1, 9) + pd.to_timedelta(days, unit="D"),
        "guest": list("ABCDEFGH"),
    }
).set_index("guest")


def recent(visits):
    shops = visits.groupby("shop")
    visits["number"] = shops.cumcount()
    windows = shops.rolling("10d", on="when")
    return windows.apply(lambda window: window.shape[0])  # <-- here


print(recent(visits))
