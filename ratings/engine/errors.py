"""What the mathematics refuses: figures that mean nothing."""


class RatingError(ValueError):
    """A number, a side or a result no rating can be computed from; the text says which and why."""
