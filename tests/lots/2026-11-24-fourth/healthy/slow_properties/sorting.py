"""A sort that takes its time."""


def bubble(values):
    values = list(values)
    for end in range(len(values) - 1, 0, -1):
        for place in range(end):
            if values[place] > values[place + 1]:
                values[place], values[place + 1] = values[place + 1], values[place]
    return values
