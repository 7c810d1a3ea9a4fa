"""What values mean, for the panel's colours."""

LIMITS = {
    "thermometer": [(8, "cold"), (20, "mild"), (99, "warm")],
    "hygrometer": [(10, "dry"), (18, "fair"), (99, "damp")],
    "barometer": [(12, "low"), (99, "high")],
}


def word(instrument, value):
    for limit, name in LIMITS[instrument]:
        if value < limit:
            return name
    return "off"
