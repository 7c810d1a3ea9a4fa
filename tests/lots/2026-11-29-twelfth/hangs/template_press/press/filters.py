FILTERS = {}


def register(function):
    FILTERS[function.__name__] = function
    return function


@register
def upper(value):
    return str(value).upper()


@register
def euros(value):
    return f"{value / 100:.2f} EUR"


@register
def lines(value):
    return "\n".join(str(part) for part in value)
