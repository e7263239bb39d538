"""The editing of a position on a board, and the forms in which the position is taken away."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any, Literal, get_args

from hexwidget.english import phrase, translated
from hexwidget.files import Annotations, Scenario, read_words, write_scenario
from hexwidget.files.annotations import MOST
from hexwidget.geometry import HexMap
from hexwidget.geometry.images import MapImage, check_size, matrix_through, on_whole, read_image
from hexwidget.geometry.places import KINDS
from hexwidget.play import link
from hexwidget.play.links import play_page, turn_message
from hexwidget.problems import InputError, Problems, shown, unknown
from hexwidget.rules import Draft, Observation, Position, editing
from hexwidget.rules.editing import CANNOT_EDIT, Brush
from hexwidget.rules.remapping import Edge, blank, resize, with_player
from hexwidget.scene.encode import Wire
from hexwidget.scene.scene_messages import ChangingScene
from hexwidget.scene.sides import read_colours
from hexwidget.widget.activity import Activity, GameActivity
from hexwidget.widget.audience import choices_for
from hexwidget.widget.connections.encode import encode
from hexwidget.widget.connections.messages import Editing, Posed
from hexwidget.widget.drawings import Drawings
from hexwidget.widget.observer_calls import is_shown_elsewhere
from hexwidget.widget.pages.page import player_address, player_page
from hexwidget.widget.questions import MOST_ACTIONS, Kind, asker

GRID = "grid"
"""The key of the brush that places the grid on the picture."""
DRAWING = tuple(Brush(key, label, "drawing") for key, label in (
    ("note", "note"), ("arrow", "arrow"), ("shade", "shade"), ("rub out", "rub out")
))  # fmt: skip
SIDE = "side "
"""The beginning of the keys of brushes for hexsides: a place may be a bridge, too."""
PLACES = tuple(Brush(kind, kind, "place") for kind in KINDS)
KINDS_OF_QUESTIONS: tuple[Kind, ...] = get_args(Kind)


class Editor:
    """An editor of the position of a session, for referees. ``on`` is True while it is open."""

    def __init__(self, activity: Activity, drawings: Drawings) -> None:
        self.on: bool = False
        self._activity = activity
        self._audience = activity.audience
        self._drawings = drawings
        self._clicked: dict[str, tuple[float, float]] = {}
        """The hexes that were clicked on the picture, with the pixels."""

    def switch(self, on: bool) -> None:
        """Open the editor, or close it.

        :raises InputError: if this audience may not edit
        """
        self._activity.may_edit()
        if isinstance(self._activity, GameActivity) and self._activity.guest is not None:
            self._activity.guest.leave()
        self.on = bool(on)

    def state(self) -> Wire | None:
        """Return the state of the editor for the page; None: it is not open."""
        if not self.on or self._audience.player is not None:
            return None
        position = self._audience.session.position
        brushes = (*self._grid_brush(position), *DRAWING)
        if isinstance(position.map, HexMap):
            sides = (Brush(f"{SIDE}{kind}", translated(kind), "side") for kind in position.system.hexsides)
            brushes = (*brushes, *PLACES, *sides)
        return encode(Editing.of(position, brushes, self._question(position)), position.system.rulebook)

    def paint(self, brush: str, spaces: tuple[str, ...], player: str | None) -> None:
        """Put a brush's ground or piece on spaces.

        :raises InputError: if there is no such brush, space or player
        """
        position = self._audience.session.position
        if brush == GRID and spaces:
            at = self._hexes().place_of(position.map.index(spaces[0]))
            self.place(*at)  # by the keyboard: the middle of the hex that has the focus
        else:
            self._set(editing.paint(position, brush, spaces, player))

    def change(self, setting: str, value: str | int) -> None:
        """Change a setting of the position.

        :raises InputError: if there is no such setting or value
        """
        self._set(editing.change(self._audience.session.position, setting, value))

    # ------------------------------------------------------------------ drawings and words
    def draw(self, brush: str, named: tuple[str, ...], text: str, hue: str) -> None:
        """Draw a note, an arrow, shades, a place or hexsides. The eraser takes away the drawings on some spaces.

        :raises InputError: if there is no such brush, space or hue, or the text does not do
        """
        position, made = self._audience.session.position, self._drawings.copy()
        spaces = position.map
        named = tuple(spaces.name(spaces.index(each)) for each in named)
        match brush:
            case "note":
                made.note(named[0], text, hue, spaces)
            case "arrow":
                made.arrow(named, text, hue, spaces)
            case "shade":
                made.shade(named, hue, spaces)
            case "rub out":
                for space in named:
                    made.erase(space)
                    made.unshade(space, spaces)
                    position = editing.without_places(position, space)
            case _ if brush.removeprefix(SIDE) in position.system.hexsides and brush.startswith(SIDE):
                position = editing.with_sides(position, brush.removeprefix(SIDE), named)
            case _ if brush in KINDS:
                position = editing.with_place(position, brush, named, text.strip())
            case _:
                known = [each.key for each in (*DRAWING, *PLACES)]
                raise InputError(CANNOT_EDIT, unknown("brush", brush, known), "brush")
        self._set(position, made)

    def write(self, part: Literal["title", "prose"], text: str) -> None:
        """Give the scenario another title, or other words about it.

        :raises InputError: if they are no such words
        """
        position, made, problems = self._audience.session.position, self._drawings.copy(), Problems()
        read_words(*((text, "") if part == "title" else ("", text)), problems)
        problems.raise_any(CANNOT_EDIT)
        if part == "title":
            self._set(editing.with_title(position, text))
        else:
            made.content.prose = text
            self._set(position, made)

    # ------------------------------------------------------------------ the map and the players
    def resize(self, edge: Edge, by: int) -> None:
        """Add a row or column at an edge of the map, or take one away. Drawings move with their hexes.

        :raises InputError: if that cannot be
        """
        before = self._audience.session.position
        position, rename = resize(before, edge, by)
        self._set(position, self._drawings.with_names(rename, before.map, position))

    def blank(self, columns: int, rows: int) -> None:
        """Begin anew on a blank map, without drawings. The words and the colours of the players stay.

        :raises InputError: if that cannot be
        """
        kept = Annotations(colours=self._drawings.annotations.colours)
        self._set(blank(self._audience.session.position, columns, rows), Drawings(kept, self.prose))

    def rename(self, player: str | None, name: str) -> None:
        """Give a player another name. Without a player, add one; without a name, take the player away.

        :raises InputError: if that cannot be
        """
        session, before = self._audience.session, self._audience.session.position.map
        if is_shown_elsewhere(session):
            what = "other boards show this game, and so its players stay: edit a board of `session.fork()`"
            raise InputError(CANNOT_EDIT, what, "player")
        position = with_player(session.position, player or "", name)
        now = position.map

        def called_now(space: str) -> str | None:
            """The name of a space, which on a mat is that of its player."""
            same = now.name(before.index(space)) if len(now) == len(before) else None
            return space if now.find(space) is not None else same

        made = self._drawings.copy()
        colours = {(name if each == player else each): colour for each, colour in made.content.colours.items()}
        made.content.colours = {each: colour for each, colour in colours.items() if each in position.players}
        self._set(position, made.with_names(called_now, before, position))

    def colour(self, player: str, colour: str) -> None:
        """Give a player a colour of their own; "": the usual one.

        :raises InputError: if there is no such player or colour, or another player has it
        """
        position, made, problems = self._audience.session.position, self._drawings.copy(), Problems()
        kept = {each: hue for each, hue in {**made.content.colours, player: colour}.items() if hue}
        players = position.system.scene(Observation(None, position)).players
        made.content.colours = read_colours(kept, players, problems)
        problems.raise_any(CANNOT_EDIT)
        self._set(position, made)

    # ------------------------------------------------------------------ the question
    def ask(self, part: str, text: str, named: tuple[str, ...]) -> None:
        """Say a part of the question.

        :raises InputError: if it is no such part
        """
        position, made = self._audience.session.position, self._drawings.copy()
        spaces, question, problems = position.map, made.content.question, Problems()
        named = tuple(spaces.name(spaces.index(each)) for each in named)
        said: dict[str, Any] = {part: text}
        match part:
            case "way" if not named:
                problems.add("spaces", "expected the spaces that the action goes")
            case "way":
                self.show_action(asker().action_along(position, named))
                return
            case "forget":
                said = {"piece": "", "place": "", "actions": ()}
            case "kind" if text and text not in KINDS_OF_QUESTIONS:
                problems.unknown("kind", "kind", text, KINDS_OF_QUESTIONS)
            case "clause" if text and text not in position.system.rulebook:
                problems.unknown("clause", "clause", text, position.system.rulebook)
            case "piece" | "place":
                said = {part: named[0] if named else ""}
        problems.raise_any(CANNOT_EDIT)
        made.content.question = replace(question, **said)
        self._set(position, made)

    def show_action(self, text: str) -> None:
        """Take an action into the question: in place of one before, but for a question about several."""
        made = self._drawings.copy()
        question = made.content.question
        several = question.actions if question.kind in ("find", "predict") else ()
        if len(several) == MOST_ACTIONS:
            raise InputError(CANNOT_EDIT, f"a question has at most {MOST_ACTIONS}: forget them first", "actions")
        made.content.question = replace(question, actions=(*(each for each in several if each != text), text))
        self._set(self._audience.session.position, made)

    def _question(self, position: Position) -> Posed | None:
        question = self._drawings.content.question
        if not question.kind:
            return None
        clauses = tuple((each.id, each.title) for each in position.system.rulebook.values() if each.kind == "rule")
        return Posed(**asdict(question), missing=asker().missing(question), clauses=clauses)

    # ------------------------------------------------------------------ the picture below the map
    def _grid_brush(self, position: Position) -> tuple[Brush, ...]:
        """Return the brush that places the grid: its label says what to click next."""
        spaces = position.map
        if not isinstance(spaces, HexMap):
            return ()
        if spaces.image is None:
            return (Brush(GRID, "place the grid: choose a picture first", "eraser"),)
        label = phrase("place the grid: click the middle of {0} on the picture", self._next(spaces))
        return (Brush(GRID, label, "eraser"),)

    def _next(self, spaces: HexMap) -> str:
        return next((name for name in spaces.corner_hexes if name not in self._clicked), spaces.corner_hexes[0])

    def lay(self, image: str) -> None:
        """Lay the map on a picture, which its hexes fill at first.

        :raises InputError: if the picture cannot be read, or the map has no hexes
        """
        if not image.startswith("data:"):
            raise InputError(CANNOT_EDIT, f"expected a picture as an address, not {shown(image)}", "image")
        spaces = self._hexes()
        check_size(spaces)
        self._clicked = {}
        self._put_on(on_whole(read_image(image), spaces))

    def place(self, x: float, y: float) -> None:
        """Take a point of the board as the middle of the next of three hexes on the picture. The third one places the grid.

        :raises InputError: if there is no picture, or the three hexes do not fit
        """
        spaces = self._hexes()
        if spaces.image is None:
            raise InputError(CANNOT_EDIT, "there is none below the map: choose one first", "picture")
        self._clicked[self._next(spaces)] = spaces.image.pixel_at(x, y)
        if len(self._clicked) < len(spaces.corner_hexes):
            return
        clicked, self._clicked = self._clicked, {}
        pairs = [(at, spaces.place_of(spaces.index(name))) for name, at in clicked.items()]
        self._put_on(MapImage(spaces.image.image, matrix_through(pairs)))

    def _hexes(self) -> HexMap:
        return editing.hexes_of(self._audience.session.position, "lie on a picture", "picture")

    def _put_on(self, image: MapImage) -> None:
        position = self._audience.session.position
        made = position.system.from_json(position.system.to_json(position), strict=False)
        made.map.image = image
        self._set(made)

    def _set(self, position: Position, drawings: Drawings | None = None) -> None:
        """Put an edited position in the place of the present one, with other drawings if there are any. First make everything that the
        board shows of it: what fails there leaves the session as it was."""
        system, session = position.system, self._audience.session
        seen: Observation[Any] = Observation(None, position)
        encode(ChangingScene.of((drawings or self._drawings).on(system.scene(seen))))
        encode(choices_for(position, None, Draft()), system.rulebook)
        players = position.players != session.position.players
        if drawings is None:
            session.edit(position, players=players)
            return
        for part in ("overlays", "arrows", "notes"):
            if len(getattr(drawings.annotations, part)) > MOST:
                raise InputError(CANNOT_EDIT, f"a scenario has at most {MOST:,} {part}: rub some out", part)
        with self._drawings.at_next_step(session, drawings):
            session.edit(position, players=players)

    # ------------------------------------------------------------------ taken away
    @property
    def prose(self) -> str:
        """The words about the scenario."""
        return self._drawings.content.prose

    def page(self, *, on_paper: bool) -> str:
        """Return the question as a page or a handout; "" without a question."""
        question = self._drawings.content.question
        make = asker().handout if on_paper else asker().page
        return str(make(question, self.scenario())) if question.kind else ""

    def python_lines(self) -> str:
        """Return the Python that makes the position, with the drawings on it and the question about it."""
        position, content = self._audience.as_referee().position, self._drawings.content
        lines = [editing.python_lines(position).rstrip()]
        if self._drawings.annotations != Annotations() or content.prose:
            lines += self._drawings.python(position.map)
        if content.question.kind:
            lines.append(asker().python(content.question, self.scenario()))
        return "\n".join([*lines, ""])

    def scenario(self, title: str | None = None, prose: str | None = None, *, picture: bool = False) -> Scenario:
        """Return the position with the drawings on it."""
        position = self._audience.as_referee().position
        shown = position.system.scene(self._audience.observation).title if title is None else title
        prose = self._drawings.content.prose if prose is None else prose
        problems = Problems()
        read_words(shown, prose, problems)
        problems.raise_any("this scenario cannot be made")
        return Scenario(position.system.name, shown, prose, position, self._drawings.annotations, picture)

    def export(self, form: str) -> str:
        """Return the position as a text.

        :param form: "python", "scenario" (a file; with a question, one of exercises), "position" (a line of Python that reads
            the position back), "link" (with the drawings on the board), "address" (of a page that plays it, or asks the question), or
            "game" (a message to the next player, with the game so far as a link)
        :raises InputError: for a scenario or link, if the position violates a clause, for an address, if there is no site, or for a game
            that hides things from players
        """
        if form == "python":
            return self.python_lines()
        if form == "game":
            page = player_page()
            # others open no relative address
            return turn_message(self._audience.as_referee(), page if "://" in page else "")
        position = self._audience.as_referee().position
        findings = position.system.check_position(position).findings
        if form == "position":
            loose = ", strict=False" if findings else ""
            return f"hw.system({position.system.name!r}).read({position.notation!r}{loose})"
        if findings:
            what = f"a {form} breaks no clause, and this breaks {findings[0].clause}: mend it, or take it as Python"
            raise InputError(f"this is no {form}", what)
        question, plain = self._drawings.content.question, self._drawings.annotations == Annotations()
        thing = self.scenario()
        if form == "address":
            return play_page(player_address(), asker().course_link(question, thing) if question.kind else link(thing))
        if form == "link":
            return link(position if plain and not thing.prose else thing)
        if question.kind:
            return str(asker().document(question, thing))
        return write_scenario(self.scenario(picture=getattr(position.map, "image", None) is not None))
