"""The rules: functions of goods, with constants that the law sets."""


def duty(value, weight):
    if value < 150:
        return 0.0
    if weight > 1000:
        return value * 0.12 + 45.0
    return value * 0.08


def storage(value, weight):
    days = weight // 400
    return days * 17.5 + 3.25


def paper(value, weight):
    return 25.0 if value > 600 else 12.5


RULES = [duty, storage, paper]
