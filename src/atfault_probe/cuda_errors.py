"""Errors of CUDA that leave its context, and with it the GPU, unusable for the process."""


def is_fatal(error, message):
    """Whether nothing can be done on the GPU any more after this exception; message: its text."""
    if not isinstance(error, RuntimeError) or type(error).__name__ == "OutOfMemoryError":
        return False
    return type(error).__name__ == "AcceleratorError" or message.startswith("CUDA error")
