from . import spec


@spec
def press_render(page, manager):
    """Gives back pieces of the page, or None."""


@spec
def press_finish(pages):
    """Is told of all that was rendered."""
