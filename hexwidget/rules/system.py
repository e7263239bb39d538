"""The protocol of rule systems: the questions that the rest of the package asks."""

from __future__ import annotations

import re
import sys
from abc import abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from hexwidget.english import listing, phrase, translated
from hexwidget.geometry import Space
from hexwidget.languages import in_its_language
from hexwidget.problems import InputError, Problem, mismatch, shown, unknown
from hexwidget.rules.action import Action
from hexwidget.rules.candidates import Candidate, Offered
from hexwidget.rules.chance import ChanceNode, ChanceOutcome
from hexwidget.rules.choices import Choices, Draft
from hexwidget.rules.default_desk import DefaultDesk
from hexwidget.rules.desk import Desk
from hexwidget.rules.editing import Brush
from hexwidget.rules.event import UNWRITTEN, Chronicle, Event, Transition
from hexwidget.rules.grammar import Grammar
from hexwidget.rules.listing import LegalActions, ListedByChecking
from hexwidget.rules.lookahead import PLAIN, Lookahead
from hexwidget.rules.position import Observation, Position, WrongResult, changed, seen
from hexwidget.rules.position_formats import PositionFormats
from hexwidget.rules.reach import CANNOT_COMPUTE, Reach
from hexwidget.rules.remedies import nearest_legal
from hexwidget.rules.rulebook import Rulebook, Silence, barring
from hexwidget.rules.secret import Deed, Hindsight, Secret, by_secrets, verdict_on
from hexwidget.rules.stage import OVER, Stage
from hexwidget.rules.turn_findings import Moment
from hexwidget.rules.verdict import Finding, IllegalAction, Remedy, Status, Verdict
from hexwidget.scene import Piece, Scene

NO_REACH = "nothing moves in this game; if pieces do, write the `reach` of the rule system"
P = TypeVar("P", bound=Position)
A = TypeVar("A", bound=Action)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game. ``winners`` is empty for a draw."""

    winners: tuple[str, ...]
    text: str
    clause: str

    def __post_init__(self) -> None:
        if not isinstance(self.winners, tuple):
            such = f"({self.winners!r},)" if isinstance(self.winners, str) else '("red",)'
            raise TypeError(f"expected a tuple of players as winners, such as {such}, not {shown(self.winners)}")

    def __str__(self) -> str:
        return f"{translated(self.text)} ({self.clause})"


class RuleSystem(PositionFormats[P], Generic[P, A]):
    """One system of rules. Stateless: everything that changes is in positions.

    A system says `to_act`, `follow`, `outcome`, `scene` and `objections`; the rest has defaults.
    """

    name: ClassVar[str]
    chancy: ClassVar[bool] = False
    """True if the system has chance nodes."""
    resamples_fairly: ClassVar[bool] = False
    """True if `resample` uses nothing but the observation. False if it draws from what the position hides, such as the cards
    of a deck: then boards of players, who do not know these, suggest nothing while something is hidden."""
    grammar: ClassVar[Grammar[Any]]
    """The forms of its actions."""
    listing: ClassVar[type[LegalActions[Any]]] = ListedByChecking
    """The listing of its legal actions."""
    desk: ClassVar[type[Desk[Any, Any]]] = DefaultDesk
    """The desk at which a player chooses an action."""
    headlines: ClassVar[tuple[tuple[str, ...], ...]] = (("game_over",),)
    """Groups of kinds of events, the weightiest first. A board announces an event of the first group that has one before all
    other events; of several, the last."""
    silences: ClassVar[tuple[Silence, ...]] = ()
    """The findings that keep clauses unsaid. All other clauses are said whenever they bar an action."""
    moment: ClassVar[Moment | None] = None
    """The clauses that bar every action after the end, before chance has decided, and out of turn. None: `objections` say it."""
    teams: ClassVar[Mapping[str, tuple[int, ...]]] = {}
    """The seats of players who win together, by the name of their team: ``{"the hunters": (1, 2)}``. Sentences and tables of games
    name a team whose players are all meant, and estimates do not count a player's allies among the others."""
    secrets: ClassVar[tuple[Secret, ...]] = ()
    """The fields of its positions that some players do not see. The defaults of `observe`, `resample`, `told` and `check` keep them."""

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        own, base = vars(cls).get("grammar"), getattr(super(cls, cls), "grammar", None)
        if isinstance(own, Grammar) and isinstance(base, Grammar):
            own.keeps_texts_of(base)
        if "secrets" in vars(cls) and cls.resample is RuleSystem.resample:  # it asks the observation alone
            cls.resamples_fairly = vars(cls).get("resamples_fairly", True)

    @property
    def folder(self) -> Path:
        """The folder of ``rulebook.toml`` and ``scenarios/``. Defaults to that of the module of the system's class; a system derived
        from another, without a rulebook of its own, has that of the other."""
        files = (getattr(sys.modules.get(each.__module__), "__file__", None) for each in type(self).__mro__)
        for folder in (Path(file).parent for file in files if file):
            if (folder / "rulebook.toml").is_file():
                return folder
        raise AttributeError(f"no rulebook.toml lies beside the module of {type(self).__name__}")

    @cached_property
    def rulebook(self) -> Rulebook:
        """The clauses, read when first asked for."""
        return Rulebook.load(self.folder / "rulebook.toml")

    @cached_property
    def implemented(self) -> frozenset[str]:
        """The clauses that the code carries out; each has its tests. Defaults to all."""
        return frozenset(self.rulebook)

    @cached_property
    def barring(self) -> frozenset[str]:
        """The clauses that a finding may cite: those that predicates are marked with (`hexwidget.rules.bars`), in the module of
        the system's class; if that is called ``system``, in its whole package. A system derived from another has those of the
        other, too. So may the clauses of its moment and its secrets."""
        declared = (*(self.moment.clauses if self.moment else ()), *(secret.clause for secret in self.secrets))
        return frozenset(declared).union(*map(barring, self.packages))

    @property
    def packages(self) -> list[str]:
        """The modules that hold its predicates: see `barring`."""
        systems = [each for each in type(self).__mro__ if issubclass(each, RuleSystem) and each is not RuleSystem]
        return [each.__module__.removesuffix(".system") for each in systems]

    @property
    def title(self) -> str:
        """The system's name for people."""
        return self.rulebook.title

    @property
    def lookahead(self) -> Lookahead:
        """Hints for searches. Defaults to none: the rules alone."""
        return PLAIN

    def own_faults(self) -> list[Problem]:
        """The errors of its declarations, which `hw.register` names beside those that every system may have. Defaults to none."""
        return []

    # ------------------------------------------------------------------ making positions
    @staticmethod
    def seat(position: P, player: str) -> int:
        """The seat of a player.

        :raises InputError: if no player has that name
        """
        if player not in position.players:
            with position.system.rulebook.speaking():
                raise InputError("no such player", unknown("player", player, position.players))
        return position.players.index(player)

    # ------------------------------------------------------------------ the course of a game
    @abstractmethod
    def to_act(self, position: P) -> frozenset[str]:
        """The players who must decide now (two or more: all at once, sealed), `CHANCE`, or `TERMINAL`."""

    def chance(self, position: P) -> ChanceNode | None:
        """The chance node that is due; None if no chance is due."""
        return None

    def acting(self, position: P) -> str:
        """The player that a text without a name stands for: the first in seating order who must decide."""
        waiting = self.to_act(position)
        return next((player for player in position.players if player in waiting), position.players[0])

    def team(self, position: P, players: Iterable[str]) -> str | None:
        """The name of the team that some players are; None if they are some of its players, or none."""
        seats = sorted(position.players.index(player) for player in players if player in position.players)
        return next((name for name, members in self.teams.items() if sorted(members) == seats), None)

    def called(self, position: P, players: Collection[str]) -> str:
        """Players in a sentence: the name of their team, else their own names in seating order."""
        named = [player for player in position.players if player in players] or sorted(players)
        return self.team(position, players) or listing(named)

    def legal_actions(self, position: P, player: str | None = None, *, within: Draft | None = None) -> LegalActions[A]:
        """The legal actions of a player, by default the one to act; ``within`` a draft only those that it can become."""
        return self.listing(position, self.acting(position) if player is None else player, within)

    def candidates(self, position: P, player: str) -> Iterable[Candidate]:
        """The actions of a player that are worth asking about (`hexwidget.rules.candidates`): by default, all that the grammar can
        say of the forms that are in question (`Form.when`). The listing and `CandidateDesk` read them, and legality decides."""
        yield Offered(self.grammar.every(position, player, self.grammar.in_question(position, player)))

    def check(self, position: P | Observation[P], action: A) -> Verdict:
        """The verdict on an action, with every clause that bars it.

        :raises InputError: if the action is malformed
        """
        whole = seen(position)
        self.grammar.check(whole, action)
        return verdict_on(self, whole, action)

    def objections(self, position: P, action: A) -> Iterator[Finding]:
        """The findings against an action that is well-formed; none, if it is legal. `check` asks for them, unless a system has a
        `check` of its own. By default nothing but the `moment` bars an action."""
        if self.moment is None:
            raise NotImplementedError(f"{type(self).__name__} has neither objections nor a check of its own")
        return iter(())

    def nearest(self, position: P, action: A) -> Remedy | None:
        """Offer the legal action that is nearest to a barred one, or None. A verdict offers it if no finding offers an action."""
        return nearest_legal(position, action)

    def apply(self, position: P, action: A | ChanceOutcome, *, verdict: Verdict | None = None) -> Transition[P]:
        """The position after an action or chance outcome, and the events on the way.

        :param verdict: the verdict on this action at this position, if it is known: an action is judged once
        :raises IllegalAction: if the rules bar it
        :raises InputError: if no chance is due, or the outcome is not one of those possible
        """
        if isinstance(action, ChanceOutcome):
            self.accepted_chance(position, action)
        else:
            if verdict is None or verdict.subject != str(action):  # one on another action says nothing
                verdict = self.check(position, action)
            if not verdict:
                raise IllegalAction(verdict)
        made: object = self.carry_out(position, action)
        if not isinstance(made, Transition):
            what = f"expected a Transition, which holds the position and its events, not {shown(made)}"
            raise WrongResult("carry_out", f"{what}; `follow` returns the position alone")
        if not isinstance(made.position, Position):
            what = f"expected the position after {action}, not a {type(made.position).__name__}"
            raise WrongResult("follow", what)
        return made

    def follow(self, position: P, action: A | ChanceOutcome, log: Chronicle) -> P:
        """The position after a legal action, or after a chance outcome that can come. The events on the way are told to ``log``."""
        if type(self).carry_out is RuleSystem.carry_out:
            raise NotImplementedError(f"{type(self).__name__} has neither a follow nor a carry_out of its own")
        transition = self.carry_out(position, action)
        log.later(_tell_again, transition.told)
        return transition.position

    def carry_out(self, position: P, action: A | ChanceOutcome) -> Transition[P]:
        """The position that `follow` leads to, with the events. A system without a `follow` has it of its own."""
        log = Chronicle()
        return Transition(self.follow(position, action, log), log)

    def advance(self, position: P, action: A | ChanceOutcome) -> P:
        """The position that `follow` leads to, without the events: for games played by the thousand."""
        return self.follow(position, action, UNWRITTEN)

    def accepted_chance(self, position: P, outcome: ChanceOutcome) -> ChanceNode:
        """The chance node that an outcome belongs to.

        :raises InputError: if no chance is due, or the outcome is not one of those possible
        """
        node = self.chance(position)
        title = "this is not a possible outcome of chance"
        if node is None:
            raise InputError(title, "nothing is left to chance here")
        if outcome not in node:
            values = [value for value, _ in node.outcomes]
            raise mismatch(title, f"{node.source} to give one of {', '.join(values)}", str(outcome))
        return node

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """The winners and the reason; None while the game goes on."""

    def status(self, position: P) -> str:
        """The stage of the game as a sentence."""
        return str(self.stage(position))

    def stage(self, position: P) -> Stage:
        """The stage of the game in words: its end, or how far it is under way."""
        end = self.outcome(position)
        if end is None:
            return self.under_way(position)
        winner = self.called(position, end.winners)
        return Stage(str(end), OVER, phrase("{player:wins}", player=winner) if winner else "")

    def under_way(self, position: P) -> Stage:
        """The stage of a game that goes on: the round, the players to act, and on what."""
        node = self.chance(position)
        if node is not None:
            return Stage(f"{node.label} is to be rolled")
        return Stage(f"{self.called(position, self.to_act(position))} to act")

    # ------------------------------------------------------------------ what a player sees and may click
    def observe(self, position: P, player: str | None) -> Observation[P]:
        """The view of a player (None: of a spectator). Defaults to everything but the `secrets` that they do not know.

        :raises InputError: if no player has that name
        """
        seat = -1 if player is None else self.seat(position, player)
        if not self.secrets:
            return Observation(player, position)
        seen = {secret.name: secret.seen_by(position, seat) for secret in self.secrets}
        return Observation(player, changed(position, **seen))

    @property
    def hides(self) -> bool:
        """True if players see positions in part: the system has secrets, or an `observe` of its own."""
        return bool(self.secrets) or type(self).observe is not RuleSystem.observe

    def is_whole(self, seen: P) -> bool:
        """True if nothing is hidden in a position as a player sees it. It asks that view alone: the truth would tell what is hidden.
        Defaults to False for a system with an `observe` of its own."""
        own = type(self).observe is not RuleSystem.observe
        return not own and not any(secret.is_hidden(seen) for secret in self.secrets)

    @property
    def resamples(self) -> bool:
        """True if hidden things can be drawn anew: the system has secrets, or a `resample` of its own."""
        return bool(self.secrets) or type(self).resample is not RuleSystem.resample

    def resample(self, position: P, player: str | None, rng: Random) -> P:
        """Another position that looks the same to a player (None: to a spectator), with the hidden things drawn anew.

        The `secrets` are drawn one after another. A system whose own `observe` hides something must override it.

        The result depends only on the observation, the multiset of hidden things, and ``rng``. Given what the player sees of a
        position, where these things are missing too, a system may draw them from all that there can be: reviews ask for that.
        """
        if not self.secrets:
            return position
        seat, world = -1 if player is None else self.seat(position, player), self.observe(position, player).seen
        for secret in self.secrets:
            if not secret.knows(seat) and not secret.is_open(position):
                world = changed(world, **{secret.name: secret.drawn(world, player, rng)})
        return changed(position, **{secret.name: secret.of(world) for secret in self.secrets})

    def hindsight(self, position: P, since: Sequence[Deed], player: str) -> Hindsight | None:
        """The things that were hidden from a player at a position, and that have been shown to them since. None: nothing is known, or the
        system does not say it.

        The result depends only on what the player saw and was told. By default, `secrets` with `values` are found out.

        :param since: what was done from the position on
        """
        return by_secrets(self, position, since, player) if type(self).observe is RuleSystem.observe else None

    def told(self, position: P, done: A | ChanceOutcome, player: str | None) -> str | None:
        """The text of an action or outcome as a player (None: a spectator) may know it; None if they must not know that it was
        done. A secret action is told in the words of its `Secret`."""
        for secret in self.secrets:
            if secret.hides(position, done, player):
                return secret.said(position, done)
        if isinstance(done, Action):
            return f"{translated(done.player)}: {self.in_words(position, done)}"
        node = self.chance(position)
        return str(done) if node is None else f"{translated(node.label)}: {translated(node.in_words(done.value))}"

    def in_words(self, position: P, action: A) -> str:
        """An action as sentences name it: its text, with the printed labels of spaces."""
        labels = position.map.labels
        return re.sub(r"\w+", lambda word: labels.get(word[0], word[0]), str(action)) if labels else str(action)

    def result_of(self, position: P, outcome: ChanceOutcome) -> str:
        """The result of an outcome of chance, such as that of a die in a table, in words. By default the value itself."""
        return outcome.value

    def ways(self, position: P, outcome: ChanceOutcome) -> str:
        """The ways in which an outcome of chance comes about, such as "4 of 35 draws"; empty: its probability says it all."""
        return ""

    def choices(self, observation: P | Observation[P], player: str | None, draft: Draft) -> Choices:
        """The choices of a player in the player's own view, given a draft. None: those of the player to act, in the whole position.

        :raises InputError: if the draft has slots or values that cannot be
        """
        if player is not None and not isinstance(observation, Observation):
            observation = observation.observe(player)
        position = seen(observation)
        player = self.acting(position) if player is None else player
        self.seat(position, player)
        return self.desk(position, player, draft).choices()

    def explain(self, observation: P | Observation[P], player: str | None, draft: Draft, space: Space) -> Verdict:
        """The verdict on choosing a space next, given a draft: it follows from what the draft leaves to be chosen."""
        spaces = seen(observation).map
        name = spaces.name(spaces.index(space))
        now = self.choices(observation, player, draft)
        if now.field is not None:
            return now.field.reach.why(name)
        verdict = now.explains(name) if now.explains is not None else None
        return Verdict(Status.INCOMPLETE, (), now.prompt, self.rulebook) if verdict is None else verdict

    def reach(self, observation: P | Observation[P], space: Space, *args: Any, **conditions: Any) -> Reach:
        """Return the spaces that the piece on a space may go to; an error, in a system in which nothing moves. The reach of a piece whose
        player is not to act is what it would be if that player were to move now.

        A system replaces ``*args`` and ``**conditions`` by the keyword parameters that it knows, and decorates the method
        with `hexwidget.rules.reach.conditions`.
        """
        raise InputError(CANNOT_COMPUTE, NO_REACH)

    @abstractmethod
    def scene(self, observation: Observation[P]) -> Scene:
        """The scene of an observation."""

    def units(self, position: P) -> Sequence[Piece]:
        """The units of a whole position, as its scene has them. Defaults to a look at the scene; a system that makes them without the
        rest of it is reviewed faster."""
        return [each for each in self.scene(Observation(None, position)).pieces if each.layer == "unit"]

    # ------------------------------------------------------------------ editing by hand
    def brushes(self, position: P) -> tuple[Brush, ...]:
        """The brushes of the editor. Defaults to none: only settings can be edited."""
        return ()

    def paint(self, position: P, described: dict[str, Any], brush: Brush, space: str, player: str) -> None:
        """Put the thing that a brush stands for on a space, by changing the description of a position (`to_json`). It is never
        asked for a ground of a map of hexes (`terrains`), which goes into the map.

        :raises InputError: if the thing cannot be put there
        """
        raise NotImplementedError

    # ------------------------------------------------------------------ text
    @in_its_language
    def parse(self, position: P, text: str) -> A:
        """Read the text form of an action.

        :raises InputError: listing everything that cannot be read or is ambiguous
        """
        action: A = self.grammar.parse(position, text, self.acting(position))
        return action

    def __repr__(self) -> str:
        return f"<rule system {self.name}: {self.title}>"


def _tell_again(log: Chronicle, told: Iterable[Event]) -> None:
    for event in told:
        log.note(event)
