"""Questions as plain data. A file of results compares it to refuse the answers to another question."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum
from functools import partial
from hashlib import blake2b
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from hexwidget.rules import Position


def described(value: object) -> Any:
    """Return a value as plain data that differs for different values.

    A position becomes its system and key. A function becomes its name and a digest of its code, without the functions that it
    calls. Any other object becomes its class and its attributes.

    >>> described(len), described({"games": 3}), described((1, None))
    ('builtins.len', {'games': 3}, [1, None])
    """
    return _described(value, frozenset())


def _described(value: object, within: frozenset[int]) -> Any:
    if value is None or (isinstance(value, (str, int, float, bool)) and not isinstance(value, Enum)):
        return value
    if isinstance(value, Position):
        return f"{value.system.name} {value.key}"
    if isinstance(value, Enum):
        return f"{_name(type(value))}.{value.name}"
    if isinstance(value, (type, BuiltinFunctionType)):
        return _name(value)
    if id(value) in within:  # a recursive function, or an object that contains itself
        return "itself"
    within |= {id(value)}
    if isinstance(value, FunctionType):
        given = [_described(part, within) for part in (value.__defaults__, value.__kwdefaults__)]
        closed = [_described(_held(cell), within) for cell in value.__closure__ or ()]
        parts = repr([*_code(value.__code__), closed, given])
        return f"{_name(value)} {blake2b(parts.encode('utf-8', 'surrogatepass'), digest_size=6).hexdigest()}"
    if isinstance(value, MethodType):
        return [_described(value.__func__, within), _described(value.__self__, within)]
    if isinstance(value, partial):
        return [_described(part, within) for part in (value.func, value.args, value.keywords)]
    if isinstance(value, Mapping):
        return {str(name): _described(part, within) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_described(part, within) for part in value]
    if isinstance(value, (set, frozenset)):
        return sorted(str(_described(part, within)) for part in value)
    held = {name: getattr(value, name) for name in _slots(type(value)) if hasattr(value, name)}
    held |= getattr(value, "__dict__", {})
    if held:
        return {"is": _name(type(value)), **{name: _described(part, within) for name, part in held.items()}}
    text = repr(value)  # other numbers, bytes, ranges; an address is left out
    return f"{_name(type(value))}{'' if ' at 0x' in text else ' ' + text}"


def _name(value: Any) -> str:
    return f"{getattr(value, '__module__', None)}.{getattr(value, '__qualname__', type(value).__qualname__)}"


def _slots(kind: type) -> list[str]:
    slots = [getattr(each, "__slots__", ()) for each in kind.__mro__]
    return [name for part in slots for name in ([part] if isinstance(part, str) else part) if not name.startswith("__")]


def _held(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # the cell is empty
        return None


def _code(code: CodeType) -> list[Any]:
    """The code of a function as data, without its line numbers."""
    return [code.co_code.hex(), list(code.co_names), [_constant(each) for each in code.co_consts]]


def _constant(value: object) -> Any:
    """A constant as data that is the same in every process. The order of a set is not."""
    if isinstance(value, CodeType):
        return _code(value)
    if isinstance(value, frozenset):
        return sorted(repr(_constant(each)) for each in value)
    return [_constant(each) for each in value] if isinstance(value, tuple) else repr(value)
