"""Questions as plain data. A file of results compares it to refuse the answers to another question."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from dis import get_instructions
from enum import Enum
from functools import _lru_cache_wrapper, cached_property, partial
from hashlib import blake2b
from inspect import getmro
from itertools import chain
from types import BuiltinFunctionType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from hexwidget.problems import InputError, shown
from hexwidget.rules import Position, RuleSystem

PLAIN = (type(None), bool, int, float, str)
"""The types of values that are their own description. Everything else is a list that begins with the word for its kind."""
GLOBALS = ("LOAD_GLOBAL", "LOAD_NAME")
"""The instructions that use a global."""
PLAINLY_MADE = object().__reduce_ex__(2)[0]
"""The function by which `pickle` makes an object of its class alone."""
LEFT_OUT = ("__", "_abc_")
"""The names of a class that Python sets begin so."""


def plain_value(value: object) -> Any:
    """Return a value as plain data that differs for different values, and is the same in every process.

    Bytes and arrays are told by a digest of their bytes, a function by its code with its closure, its defaults and the globals that it
    uses. Other objects are told by what `pickle` would keep of them.

    :raises InputError: if a part of it cannot be described

    >>> plain_value(3), plain_value((1, 1.0)), plain_value({"games": len})
    (3, ['tuple', 1, 1.0], ['dict', ['games', ['name', 'builtins.len']]])
    """
    try:
        return _describe(value, {})
    except RecursionError:
        raise _no_plain_value(value, "it is nested too deeply") from None


def _no_plain_value(value: object, why: object) -> InputError:
    what = f"it depends on {shown(value)}, which has no description ({why}); without keep= it is answered all the same"
    return InputError("this question cannot be kept in a file", what, "keep")


def same_name(one: Any, other: Any) -> bool:
    """True if two descriptions are of the same value: 1, 1.0 and True differ, and NaN is itself."""
    return _text(one) == _text(other)


def _text(name: Any) -> str:
    return json.dumps(name, sort_keys=True)


def _digest(data: bytes) -> str:
    return blake2b(data, digest_size=12).hexdigest()


def _describe(value: Any, within: Mapping[int, int]) -> Any:
    if type(value) in PLAIN:
        return value
    if isinstance(value, Position):
        return ["position", value.system.name, value.key]
    if isinstance(value, RuleSystem):
        return ["system", value.name]
    if isinstance(value, Enum):
        return ["enum", _name(type(value)), value.name]
    if type(value) is bytes:
        return ["bytes", len(value), _digest(value)]
    if isinstance(value, ModuleType):
        return ["module", value.__name__]
    if id(value) in within:  # a recursive function, or an object that contains itself
        return ["itself", within[id(value)]]
    within = {**within, id(value): len(within)}

    def each(*parts: Any) -> list[Any]:
        return [_describe(part, within) for part in parts]

    if type(value) in (list, tuple):
        return [type(value).__name__, *each(*value)]
    if type(value) in (dict, MappingProxyType):
        return ["dict", *sorted((each(*item) for item in value.items()), key=_text)]
    if type(value) in (set, frozenset):
        return [type(value).__name__, *sorted(each(*value), key=_text)]
    return _code_described(value, each) or each(*_kind_and_parts(value))


def _code_described(value: Any, each: Callable[..., list[Any]]) -> list[Any]:
    """Return the description of a function, a class or something that holds one; empty for anything else.

    :param each: describes the parts
    """
    if isinstance(value, FunctionType):
        cells = [_cell_content(cell) for cell in value.__closure__ or ()]
        used = {name: value.__globals__[name] for name in _globals_used(value.__code__) if name in value.__globals__}
        told = each(cells, value.__defaults__, value.__kwdefaults__, used if _is_own(value) else None)
        return ["function", _name(value), _digest(_text([_code(value.__code__), told]).encode())]
    if isinstance(value, type):
        kinds = (*getmro(value), *getmro(type(value))) if _is_own(value) else ()
        told = [[_name(kind), [[name, *each(part)] for name, part in _own_parts(kind)]] for kind in kinds]
        return ["name", _name(value), *([_digest(_text(told).encode())] if told else [])]
    if isinstance(value, BuiltinFunctionType):
        of = value.__self__
        return (
            ["name", _name(value)] if of is None or isinstance(of, ModuleType) else ["method", *each(of), _name(value)]
        )
    if isinstance(value, MethodType):
        return ["method", *each(value.__self__, value.__func__)]
    if isinstance(value, partial):
        return ["partial", *each(type(value), value.func, value.args, value.keywords)]
    if isinstance(value, (staticmethod, classmethod, _lru_cache_wrapper)):
        return ["wrapped", type(value).__name__, *each(value.__wrapped__)]
    if isinstance(value, (property, cached_property)):
        return [
            "property",
            *(each(value.fget, value.fset, value.fdel) if isinstance(value, property) else each(value.func)),
        ]
    return []


def _kind_and_parts(value: Any) -> list[Any]:
    """The kind of an object and the parts that `pickle` would keep of it: of arrays their types, shapes and bytes.

    :raises InputError: if it cannot keep it
    """
    try:
        found = value.__reduce_ex__(2)
    except Exception as error:  # an author's own method may raise anything
        raise _no_plain_value(value, error) from None
    if isinstance(found, str):
        return ["object", type(value), found]
    made, given, state, entries, items = (*found, None, None, None)[:5]
    if made is not PLAINLY_MADE or len(given) > 1 or entries is not None or items is not None:
        return ["object", made, given, state, list(entries or ()), list(items or ())]
    if isinstance(state, list) and is_dataclass(value):  # one with slots
        state = {each.name: part for each, part in zip(fields(value), state, strict=True)}
    if isinstance(state, tuple):  # an object with slots
        state = {**(state[0] or {}), **state[1]}
    return ["attributes", type(value), state or {}]


def _is_own(value: Any) -> bool:
    """True for code of a person's own: no part of Python, of this package or of an installed one."""
    module = str(getattr(value, "__module__", ""))
    top = module.partition(".")[0]
    file = getattr(sys.modules.get(module), "__file__", None) or ""
    return top not in (*sys.stdlib_module_names, "hexwidget") and "site-packages" not in file


def _own_parts(kind: type) -> list[tuple[str, Any]]:
    """The parts that a person has written in a class, by name."""
    parts = sorted(vars(kind).items()) if _is_own(kind) else []
    return [
        (n, part) for n, part in parts if not n.startswith(LEFT_OUT) or callable(part) or isinstance(part, classmethod)
    ]


def _name(value: Any) -> str:
    return f"{getattr(value, '__module__', None)}.{getattr(value, '__qualname__', type(value).__qualname__)}"


def _cell_content(cell: Any) -> object:
    try:
        return cell.cell_contents
    except ValueError:  # the cell is empty
        return None


def _globals_used(code: CodeType) -> list[str]:
    """The names of the globals that a function uses."""
    inner = (_globals_used(each) for each in code.co_consts if isinstance(each, CodeType))
    own = [each.argval for each in get_instructions(code) if each.opname in GLOBALS]
    return sorted({*own, *chain.from_iterable(inner)})


def _code(code: CodeType) -> list[Any]:
    """The code of a function as data, without its line numbers."""
    names = [code.co_names, code.co_varnames, code.co_freevars]
    return [code.co_code.hex(), *map(list, names), [_constant(each) for each in code.co_consts]]


def _constant(value: object) -> Any:
    """A constant as data that is the same in every process. The order of a set is not."""
    if isinstance(value, CodeType):
        return _code(value)
    if isinstance(value, frozenset):
        return sorted(repr(_constant(each)) for each in value)
    return [_constant(each) for each in value] if isinstance(value, tuple) else repr(value)
