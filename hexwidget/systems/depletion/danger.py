"""Placeholder."""


class Coverage: ...


def coverage(position: object, seats: object, label: str) -> Coverage:
    raise NotImplementedError
