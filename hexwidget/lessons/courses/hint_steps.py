"""The steps of a hint: the unit, the place, then the action, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hexwidget.english import capital, is_plural, listing, phrase, translated, worded
from hexwidget.geometry import MatMap
from hexwidget.lessons.exercises.goals import Aftermath, piece_name, space_name, where
from hexwidget.rules import Action, Draft, Position
from hexwidget.rules.action_routes import ways_of
from hexwidget.scene import Scene


@dataclass(frozen=True)
class HintStep:
    """One step of a hint, which says a little more than the one before.

    :param asks: the words of the button that brings it
    :param text: a sentence
    :param draft: what is chosen on the board; empty: the learner chooses the unit
    :param spaces: the spaces that are marked there
    """

    asks: str
    text: str
    draft: Draft
    spaces: tuple[str, ...] = ()


def clues(position: Position, action: Action, whole: Draft) -> list[HintStep]:
    """Return the steps of a hint: the unit, the place, the action. An action without a unit or a place has fewer.

    :param position: the position before it
    :param whole: the draft that means the action
    """
    scene, moves = position.scene(action.player), _moves(position, action, whole)
    pieces = list(dict.fromkeys(piece for piece, _ in moves if piece))
    found, selected = [], Draft()
    if pieces:
        pairs = [(_piece_words(scene, each, action.player), _where(position, each)) for each in pieces]
        told = listing([phrase("your {unit}{where}", unit=unit, where=where) for unit, where in pairs])
        selected = _select_piece(position, action, pieces[0])
        found.append(HintStep(translated("Hint"), worded("Look at {told}.", told=told), Draft(), tuple(pieces)))
    going = [(piece, place) for piece, place in moves if piece and place]
    if going and not isinstance(position.map, MatMap):
        told = _to(position, scene, action, going, alone=len(pieces) == 1)
        places = tuple(dict.fromkeys(place for _, place in going))
        found.append(HintStep(translated("Where to?"), told, selected, places))
    text = f"{capital(position.system.in_words(position, action))}."
    return [*found, HintStep(translated("Show me" if found else "Hint"), text, whole)]


def _moves(position: Position, action: Action, whole: Draft) -> list[tuple[str, str]]:
    """The pieces that act, each with the place where it goes or which it aims at; "" for a missing piece or place.

    They are the ends of the ways that the board draws, else the spaces that the draft names.
    """
    scene, spaces, parts = position.scene(action.player), position.map, str(action).split(";")
    there = [(each.space, each.owner) for each in scene.pieces if each.layer == "unit"]
    there += [(each.space, each.owner) for each in scene.cards if each.face and not each.pile]
    own = {space for space, owner in there if _is_own(scene, owner, action.player)}
    ways = [(way[0], way[-1]) for way in ways_of(position, action)]
    if not isinstance(spaces, MatMap):
        # An arrow that only shows a facing ends on a space that the unit's part does not name.
        ways = [(piece, place) for piece, place in ways if any(piece in part and place in part for part in parts)]
    chosen = position.choices(whole, action.player).options
    acting = [each.space for each in chosen if each.chosen and each.kind == "piece" and each.space]
    at: list[str | None] = []
    for slot, value in next(iter(position.system.grammar.drafts(action)), {}).items():
        kind = position.system.grammar.slot_kind(slot)
        acting += [slot.partition("/")[2]]  # "order/0302" is the order of the piece there
        at += [kind.space(value) if kind is not None else None]
    known = {space for way in ways for space in way}
    # The first space that a draft names has the piece. Another own one is helped there, or joined.
    first = [name for name in (*acting, *at) if name in own]
    pieces = [name for name in dict.fromkeys((*first[:1], *acting)) if name in own and name not in known]
    if ways:
        return [(piece if piece in own else "", place) for piece, place in ways] + [(piece, "") for piece in pieces]
    places = [name for name in at if name and name not in pieces and spaces.find(name) is not None]
    return [(piece, places[0] if places else "") for piece in pieces]


def _is_own(scene: Scene, seat: int, player: str) -> bool:
    return scene.players[seat].name == player


def _piece_words(scene: Scene, space: str, player: str) -> str:
    """The pieces of a player on a space, as somebody's: "2 cavalry and archer"; a card by its title."""
    there = [each for each in scene.pieces if each.space == space and each.layer == "unit"]
    names = [piece_name(each, player) for each in there if _is_own(scene, each.owner, player)]
    return listing(names or [card.title for card in scene.cards if card.space == space])


def _where(position: Position, space: str) -> str:
    """The place of a piece. A card on a mat is its own place."""
    return "" if isinstance(position.map, MatMap) else phrase(" {where}", where=where(space, position.map))


def _to(position: Position, scene: Scene, action: Action, going: Sequence[tuple[str, str]], *, alone: bool) -> str:
    """The sentence about the places that pieces go to, or about their targets.

    :param alone: True if no other piece acts
    """
    places = {place for _, place in going}
    pieces = dict.fromkeys(piece for piece, _ in going)
    stages = Aftermath(position), Aftermath(position.apply(action).position)
    before, left = ({piece: each.count(action.player, space=piece) for piece in pieces} for each in stages)
    split = {piece for piece in pieces if 0 < left[piece] < before[piece] or sum(piece == one for one, _ in going) > 1}
    there = [each for each in scene.pieces if each.space in places - {*pieces} and each.layer == "unit"]
    names = [_piece_words(scene, piece, action.player) for piece, _ in going]
    many = len(names) > 1 or is_plural(names[0])
    if len(places) > 1 or not (alone or len(names) > 1):
        told = []
        for name, (piece, place) in zip(names, going, strict=True):
            wording = "some units{where} to {0}" if piece in split else "the {unit}{where} to {0}"
            told.append(phrase(wording, space_name(place, position.map), unit=name, where=_where(position, piece)))
        return f"{capital(translated(listing(told)))}."
    place = next(iter(places))
    if before == left and there:
        aims = [
            phrase("your {kind}", kind=each.kind)
            if _is_own(scene, each.owner, action.player)
            else phrase("{owner:'s} {kind}", owner=scene.players[each.owner].name, kind=each.kind)
            for each in there
        ]
        wording = "Their target is {aims}{where}." if many else "Its target is {aims}{where}."
        return worded(wording, aims=listing(aims), where=_where(position, place))
    goes = "Some of them go to {0}." if split else "They go to {0}." if many else "It goes to {0}."
    return worded(goes, space_name(place, position.map))


def _select_piece(position: Position, action: Action, space: str) -> Draft:
    """The draft in which the piece on a space is chosen, and no more."""
    options = position.choices(Draft(), action.player).options
    piece = next((each for each in options if each.kind == "piece" and each.space == space and each.legal), None)
    leads = Draft() if piece is None else piece.leads_to
    return leads if position.choices(leads, action.player).action is None else Draft()
