"""The conditions of a reach: the keyword parameters of a `reach` method."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial, wraps
from inspect import Parameter, signature
from typing import Any, NoReturn, ParamSpec

from hexwidget.english import as_phrase
from hexwidget.geometry import Space, SpaceMap
from hexwidget.problems import Problems, errors_in_its_language
from hexwidget.rules.reach.reach import Reach

CANNOT_COMPUTE = "this reach cannot be computed"
"""The title of every error about a reach."""
P = ParamSpec("P")


def conditions(reach: Callable[P, Reach]) -> Callable[P, Reach]:
    """Decorate a `reach` method. Its keyword-only parameters are the conditions that it knows.

    An unknown condition raises an `InputError` with the nearest name, together with everything else that is wrong. A method that is
    called often takes ``**unknown: Never`` and refuses them itself (`refuse`), and nobody sees that parameter. Its errors speak the
    language that they are raised in.

    >>> from hexwidget.problems import InputError, Problem
    >>> @conditions
    ... def reach(space, *, march=False):
    ...     raise InputError(CANNOT_COMPUTE, [Problem("hex", f"no such hex: {space}")])
    >>> reach("9999", marhc=True)
    Traceback (most recent call last):
    ...
    hexwidget.problems.InputError: this reach cannot be computed
      marhc: unknown condition 'marhc'; did you mean 'march'?
      hex: no such hex: 9999
    """
    parameters = signature(reach).parameters.values()
    if any(each.kind is Parameter.VAR_KEYWORD for each in parameters):
        shown = [each for each in parameters if each.kind is not Parameter.VAR_KEYWORD]
        reach.__signature__ = signature(reach).replace(parameters=shown)  # type: ignore[attr-defined]  # functions have it
        return reach
    known = list(reach.__kwdefaults__ or ())
    names = frozenset(known)

    @wraps(reach)
    def checked(*args: P.args, **kwargs: P.kwargs) -> Reach:
        try:
            return reach(*args, **kwargs)
        except TypeError:
            if names.issuperset(kwargs):
                raise
        given: dict[str, Any] = {name: value for name, value in kwargs.items() if name in names}
        return refuse(partial(reach, *args, **given), [name for name in kwargs if name not in names], known)

    return errors_in_its_language(checked)


def refuse(reach: Callable[[], object], unknown: Iterable[str], known: Iterable[str]) -> NoReturn:
    """Refuse conditions that a reach does not know, together with everything else that is wrong.

    :param reach: asks without them
    """
    problems = Problems()
    for name in unknown:
        problems.unknown(name, "condition", name, known)
    with problems.noting():
        reach()
    problems.raise_any(CANNOT_COMPUTE)
    raise AssertionError("an unknown condition is a problem")


def check_piece(spaces: SpaceMap, space: Space, standing: Collection[int], what: str, problems: Problems) -> None:
    """Note that a space does not exist, or that no piece stands there, and where pieces stand.

    :param standing: the numbers of the spaces with pieces
    :param what: the words for a piece and for several: "unit units"
    """
    at = spaces.find(space)
    if at is None:
        problems.add(as_phrase(spaces.word), spaces.explain_unknown(space))
    elif at not in standing:
        one, many = what.split()
        places = ", ".join(map(spaces.name, standing)) or as_phrase("nowhere")
        wording = f"there is no {one} on {{space}}; {many} stand on {{places}}"
        problems.add(as_phrase(spaces.word), wording, space=str(space), places=places)
