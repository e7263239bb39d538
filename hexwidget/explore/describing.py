"""What is asked, as plain data: a file of results knows by it whether it holds the answers to the same question."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from hashlib import blake2b
from types import CodeType, FunctionType
from typing import Any

from hexwidget.rules import Position


def described(value: object) -> Any:
    """A value as plain data that tells it from another: a function by its name and what it does, a position by its system and key.

    >>> described(len), described({"games": 3}), described((1, None))
    ('builtins.len', {'games': 3}, [1, None])
    """
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    if isinstance(value, Position):
        return f"{value.system.name} {value.key}"
    if isinstance(value, FunctionType):
        cells = [described(cell.cell_contents) for cell in value.__closure__ or ()]
        given = [described(value.__defaults__), described(value.__kwdefaults__)]
        return f"{value.__module__}.{value.__qualname__} {_digest([*_code(value.__code__), cells, given])}"
    if isinstance(value, Mapping):
        return {str(name): described(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [described(part) for part in value]
    if isinstance(value, (set, frozenset)):
        return sorted(map(str, map(described, value)))
    kind = (
        value
        if isinstance(value, type) or not hasattr(value, "__dict__") or hasattr(value, "__qualname__")
        else type(value)
    )
    name = f"{getattr(kind, '__module__', None)}.{getattr(kind, '__qualname__', type(value).__qualname__)}"
    if is_dataclass(value) and not isinstance(value, type):
        return {"is": name, **{field.name: described(getattr(value, field.name)) for field in fields(value)}}
    return name


def _code(code: CodeType) -> list[Any]:
    """What a function does, whatever line it stands on."""
    constants = [_code(c) if isinstance(c, CodeType) else repr(c) for c in code.co_consts]
    return [code.co_code.hex(), list(code.co_names), constants]


def _digest(parts: list[Any]) -> str:
    return blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()
