def describe():
    from plugins import heights

    return f"the land rises to {heights.highest():.2f}"
