import pandas as pd


def read(day):
    rows = [
        (day, f"shop-{i % 5}", (i * 37 + day) % 90 + 1, ((i * 13) % 700) / 10) for i in range(3000)
    ]
    return pd.DataFrame(rows, columns=["day", "shop", "basket", "amount"])


def summarize(frame):
    grouped = frame.groupby("shop", as_index=False)["amount"].sum()
    grouped["day"] = int(frame["day"].iloc[0])
    return grouped


def clean(day):
    frame = read(day)
    return frame[frame["amount"] > 0.5]
