"""The wall: the teacher sees each learner's board and what the class knows, and steps in.

`hexwidget.classroom.wishes` has the teacher's wishes, and `hexwidget.serving.messages.WallMessage` what the wall gets.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import replace
from functools import cached_property
from random import Random
from typing import TYPE_CHECKING, Any

from hexwidget.classroom import wishes
from hexwidget.classroom.games import pairs, simul
from hexwidget.classroom.messages import GiveHint
from hexwidget.classroom.storage import Learner
from hexwidget.classroom.stuck_learners import why_stuck
from hexwidget.classroom.wishes import PairsWish, SimulWish, WallWish, read_wall_wish
from hexwidget.english import as_name, listing, phrase, translated, worded
from hexwidget.files import scenario
from hexwidget.files.scenario import scenarios_of
from hexwidget.lessons import Exercise
from hexwidget.lessons.learners.knowledge_map import WORDS
from hexwidget.problems import InputError, is_showable, shown
from hexwidget.refusals import Refusal
from hexwidget.serving import messages
from hexwidget.serving.links import Place
from hexwidget.serving.pages import code_picture, in_words
from hexwidget.serving.viewer import Outbox
from hexwidget.widget.host import log

if TYPE_CHECKING:
    from hexwidget.classroom.channels import ClassChannels

LONGEST_NOTE = 500
OF_STATUS = ("part", "done", "clauses", "refused", "stands", "left")
"""The entries of a learner's status that the wall shows."""
FAILED = "the status cannot be shown: the server's log says why"


class Wall:
    """The wall of a class: a channel, whose viewers are the screens of teachers."""

    def __init__(self, channels: ClassChannels) -> None:
        self._channels = channels
        self._walls: dict[Outbox, asyncio.Lock] = {}
        """The screens, each with what keeps its wishes in order."""
        self._told: dict[str, messages.LearnerState] = {}
        """The last words about each learner."""

    # ------------------------------------------------------------------ viewers
    def enter(self, place: Place, wall: Outbox) -> None:
        """Show the class on a screen."""
        channels = self._channels
        self._walls[wall] = asyncio.Lock()
        wall.put(self._class().packed())
        for key, scene in channels.statics.items():
            wall.put(messages.BoardGround(key, scene).packed())
        self._told.clear()
        self.look()
        for learner, (key, scene) in channels.scenes.items():
            wall.put(messages.BoardDrawing(learner, key, scene).packed())
        wall.put(channels.games.for_wall().packed())
        channels.watch(watched=True)

    def leave(self, place: Place, wall: Outbox) -> None:
        """Show nothing more on a screen."""
        self._walls.pop(wall, None)
        if not self._walls:
            self._channels.watch(watched=False)

    def put(self, message: messages.WallMessage) -> None:
        """Send a message to all screens."""
        text = message.packed()
        for wall in list(self._walls):
            wall.put(text)

    # ------------------------------------------------------------------ what is shown
    def _class(self) -> messages.ClassState:
        channels, course = self._channels, self._channels.course
        parts = (messages.CoursePart(translated(part.name), isinstance(part, Exercise)) for part in course.parts)
        return messages.ClassState(
            translated(course.title),
            tuple(parts),
            tuple(channels.folder.learners),
            tuple((clause.id, translated(clause.title)) for clause in course.system.rulebook.values()),
            tuple(WORDS),
            channels.folder.tokens.get("class", ""),
            channels.code,
            channels.base,
            channels.remedy,
            channels.folder.over,
            channels.shown is not None,
            self._starts,
        )

    @cached_property
    def _starts(self) -> tuple[tuple[str, str, tuple[str, ...]], ...]:
        """The positions that games can begin from, besides those on learners' boards: each with its title and its players."""
        course, found = self._channels.course, list[tuple[str, str, tuple[str, ...]]]()
        for name in scenarios_of(course.system.name):
            with suppress(Refusal):  # a scenario that cannot be read
                known = scenario(name)
                found.append((f"scenario {name}", translated(known.title) or name, tuple(known.position.players)))
        for n, part in enumerate(course.parts):
            title = worded("Part {n}: {name}", n=n + 1, name=part.name)
            found.append((f"part {n}", title, tuple(part.position.players)))
        return tuple(found)

    def show_class(self) -> None:
        """Show the class anew."""
        self.put(self._class())

    def show_games(self) -> None:
        """Show the games anew."""
        if self._walls:
            self.put(self._channels.games.for_wall())

    def forget(self, learner: str) -> None:
        """Show that a learner was deleted."""
        self._told.pop(learner, None)
        self.put(messages.LearnerGone(learner))

    def look(self) -> None:
        """Send the learners whose status has changed."""
        for learner in self._channels.folder.learners.values() if self._walls else ():
            now = self._about_or_failed(learner)
            if self._told.get(learner.id) != now:
                self._told[learner.id] = now
                self.put(now)

    def _about_or_failed(self, learner: Learner) -> messages.LearnerState:
        """Return the status of a learner. A failure is logged once, and the wall still names the learner."""
        try:
            return self._about(learner.id, learner.name)
        except Exception:
            if learner.id not in self._told or self._told[learner.id].stuck != translated(FAILED):
                log().exception("the status of the learner %s cannot be shown", learner.id)
            return replace(self._known(learner.id, learner.name), stuck=translated(FAILED))

    def _known(self, learner: str, name: str) -> messages.LearnerState:
        plays = self._channels.games.here(learner)
        here = self._channels.here(learner) + plays
        return messages.LearnerState(learner, name, self._channels.look(learner), here, plays, "")

    def _about(self, learner: str, name: str) -> messages.LearnerState:
        known, statuses = self._known(learner, name), self._channels.statuses
        if learner not in statuses:
            return known
        status = statuses[learner]
        if status is None:
            return replace(known, stuck=translated(FAILED))
        stuck = why_stuck(status, self._channels.course.system.rulebook) if known.here and not known.plays else ""
        return replace(known, stuck=stuck, **{key: getattr(status, key) for key in OF_STATUS})

    # ------------------------------------------------------------------ wishes
    def handle(self, content: object, wall: Outbox) -> bool:
        """Carry out the teacher's wish, after their wishes before. Nothing that a wall sends raises here."""
        if wall in self._walls:
            self._channels.do(self._answer(content, wall, self._walls[wall]))
        return False

    async def _answer(self, content: object, wall: Outbox, in_order: asyncio.Lock) -> None:
        async with in_order:  # the wall may have left meanwhile
            try:
                said = await self._carry_out(self._read(content), wall)
            except InputError as error:
                said = in_words(error)
            except Exception:
                log().exception("a wish of the teacher failed")
                said = translated(messages.WISH_FAILED)
            if said:
                wall.put(messages.Remark(said).packed())

    def _read(self, content: object) -> WallWish:
        wish, channels = read_wall_wish(content), self._channels
        given = {} if wish is None else vars(wish)
        learners = {*given.get("learners", ()), *([given["learner"]] if "learner" in given else ())}
        known = learners <= channels.folder.learners.keys() and given.get("part", 0) < len(channels.course.parts)
        if wish is None or not known:
            what = phrase("expected a wish of a teacher, not {given}", given=shown(content))
            raise InputError("that cannot be done", what)
        if not is_showable(given.get("text", ""), LONGEST_NOTE):
            raise InputError("that cannot be sent", phrase("write at most {n} characters", n=LONGEST_NOTE))
        return wish

    async def _carry_out(self, wish: WallWish, wall: Outbox) -> str:
        """Do it, and return what the teacher is told."""
        channels = self._channels
        match wish:
            case wishes.NoteAllWish(text):
                got = channels.send(messages.TeachersNote(text).packed())
                away = [as_name(each.name) for each in channels.folder.learners.values() if each.id not in got]
                rest = "{names} are not here." if len(away) > 1 else "{names} is not here."
                told = [worded("Sent to {n:learner}.", n=len(got)), worded(rest, names=listing(away)) if away else ""]
                return " ".join(filter(None, told))
            case wishes.HideWish():
                channels.show_to_all(None, "")
            case wishes.OpenWish(part):
                left = await channels.open(part)
                who = "All but {names} are at part {n}." if left else "All are at part {n}."
                why = (f"{name}: {each}" for name, each in left.items())
                return " ".join([worded(who, names=listing([*map(as_name, left)]), n=part + 1), *why])
            case wishes.EndWish(over):
                channels.end(over=over)
            case wishes.EntranceWish(is_open):
                channels.folder.turn_entrance(is_open=is_open)
                self.show_class()
            case wishes.CodePictureWish(address):
                wall.put(messages.CodePicture(address, code_picture(address)).packed())
            case PairsWish() | SimulWish():
                return await self._play(wish)
            case wishes.EndGamesWish():
                channels.games.end()
            case wishes.DeleteGamesWish():
                await channels.games.delete()
            case wishes.FilesWish():
                return await self._hand_over_all(wall)
            case _:
                return await self._carry_out_for(vars(wish)["learner"], wish, wall)
        return ""

    async def _carry_out_for(self, learner: str, wish: WallWish, wall: Outbox) -> str:
        """Carry out the teacher's wish for a learner, and return the answer to the teacher."""
        channels, name = self._channels, as_name(self._channels.folder.learners[learner].name)
        match wish:
            case wishes.HintWish():
                return await channels.ask(learner, GiveHint) or worded("{name} has the next hint.", name=name)
            case wishes.NoteWish(_, text):
                got = channels.send(messages.TeachersNote(text).packed(), learner)
                return worded("{name} has it." if got else "{names} is not here.", name=name, names=name)
            case wishes.ShowWish(_, text):
                channels.show_to_all(learner, text)
            case wishes.LinkWish():
                wall.put(messages.LearnersLink(name, channels.renew(learner, alone=True)).packed())
                await channels.games.renew(learner)
            case wishes.FileWish():
                text = await channels.text_of(learner)
                wall.put(messages.Download(f"{translated(channels.course.title)} {name}", "json", text).packed())
            case wishes.ForgetWish():
                await channels.forget(learner)
                return worded("All data of {name} is deleted.", name=name)
        return ""

    async def _play(self, wish: PairsWish | SimulWish) -> str:
        """Begin games, and return what the teacher is told."""
        channels, out = self._channels, list[str]()
        start = await channels.start(wish.start)
        players, learners = start.position.players, list(wish.learners)
        if isinstance(wish, SimulWish):
            games = simul(learners, players, wish.side)
        else:
            Random().shuffle(learners)
            games, out = pairs(learners, players, wish.odd)
        names = [as_name(channels.folder.learners[each].name) for each in out]
        rest = "{names} sit out." if len(names) > 1 else "{names} sits out."
        made = await channels.games.make(start, games)
        return f"{made} {worded(rest, names=listing(names))}" if names else made

    async def _hand_over_all(self, wall: Outbox) -> str:
        """Send a wall the data of all learners, and return which cannot be read."""
        found, broken = list[Any](), list[str]()
        for learner in list(self._channels.folder.learners.values()):
            try:
                found.append(json.loads(await self._channels.text_of(learner.id)))
            except KeyError:
                continue  # they were deleted meanwhile
            except (InputError, OSError, ValueError) as error:
                log().error("the data of the learner %s cannot be read: %s", learner.id, error)
                said = in_words(error) if isinstance(error, InputError) else str(error)
                found.append({"name": learner.name, "error": said})
                broken.append(as_name(learner.name))
        text = json.dumps({"learners": found}, ensure_ascii=False, indent=1)
        wall.put(messages.Download(translated(self._channels.course.title), "json", text).packed())
        told = "The data of {names} cannot be read, and the file says why."
        return worded(told, names=listing(broken)) if broken else ""
