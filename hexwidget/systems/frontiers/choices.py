"""Clicks become actions: see `hexwidget.systems.frontiers.drafts` for the slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from hexwidget.rules import Choice, Choices, Draft, Finding, Status, Verdict
from hexwidget.rules.reach import GraphReach
from hexwidget.scene import Arrow
from hexwidget.systems.frontiers.actions import (
    Assign,
    ChooseDraw,
    Commit,
    FrontiersAction,
    Occupy,
    Pass,
    Play,
    Resolve,
)
from hexwidget.systems.frontiers.cards import DECKS, Card
from hexwidget.systems.frontiers.combat import must_assign, splits, still_to_assign, total_damage
from hexwidget.systems.frontiers.drafts import NOBODY, commit_of, paid, pay_text, read
from hexwidget.systems.frontiers.effects import DRAWN
from hexwidget.systems.frontiers.means import needs_target, payments, targets, ways_out
from hexwidget.systems.frontiers.position import HIDDEN, FrontiersPosition, Unit

Check = Callable[[FrontiersAction], Verdict]
KEYS = {"pass": "p", "army": "a", "civic": "c"}


def zone_of(position: FrontiersPosition, seat: int, frontier: int, *, occupying: bool = False) -> str:
    """The zone of a position in a frontier."""
    return f"frontier {frontier}" if occupying else f"{position.players[seat]} advancing {frontier}"


def reach(position: FrontiersPosition, unit: Unit, check: Check) -> GraphReach:
    """Where a unit may be committed to, or retreat (F4.1, F4.2)."""
    m, player = position.map, position.players[unit.owner]
    home = m.index(f"{player} heartland")
    out = {m.index(zone_of(position, unit.owner, frontier)): frontier for frontier in position.frontiers}

    def verdict(there: int) -> Verdict:
        if there == home or unit.occupying:
            return check(Commit(player, (), (unit.id,)))
        if there in out:
            return check(Commit(player, ((unit.id, out[there]),)))
        return Verdict(Status.INCOMPLETE, (), "units are committed to the advancing positions of frontiers")

    possible = [home] if unit.occupying else [*out]
    ends = [there for there in possible if verdict(there)]
    barred: dict[str, list[int]] = {}
    for there in possible:
        if there not in ends:
            barred.setdefault(verdict(there).clauses[0], []).append(there)
    origin = m.index(unit.id)
    return GraphReach(
        m, origin, lambda at: [(there, 1) for there in ends] if at == origin else [], 1, ends, barred, verdict, unit.id
    )


def choices(position: FrontiersPosition, player: str, draft: Draft, check: Check) -> Choices:
    """What a player may do next.

    :param check: the verdict on an action
    :raises InputError: if the draft has slots or values that cannot be
    """
    read(position, draft)
    seat = position.players.index(player)
    end = position.system.outcome(position)
    if end is not None:
        return Choices(player, Draft(), f"The game is over: {end}.")
    if position.draws:
        return Choices(player, Draft(), "Cards are drawn.")
    return _Command(position, player, seat, draft, check).choices()


class _Command:
    """A player's action while it is being chosen."""

    def __init__(self, position: FrontiersPosition, player: str, seat: int, draft: Draft, check: Check) -> None:
        self.position = position
        self.player = player
        self.seat = seat
        self.draft = draft
        self.check = check

    def choices(self) -> Choices:
        position = self.position
        match position.phase:
            case "damage":
                return self._damage()
            case "after":
                return self._after()
            case "triggers":
                return self._triggers()
            case "draw":
                return self._draw()
        if position.acting != self.seat:
            acting = position.players[position.acting]
            return Choices(self.player, Draft(), f"It is {acting}'s turn to act.")
        return self._turn()

    # ------------------------------------------------------------------ strategy and battle
    def _turn(self) -> Choices:
        draft = self.draft
        if draft.get("do") == "pass":
            return self._made(f"{self.player}: pass. Confirm?", [*self._hand(), *self._own_units(), self._pass()],
                              Pass(self.player))  # fmt: skip
        if "card" in draft:
            return self._card(self.position.cards[str(draft["card"])])
        if "unit" in draft or any(slot.startswith(("to/", "retreat/")) for slot in draft):
            return self._commit()
        what = "choose a card of the hand, or units to commit" if self.position.phase == "strategy" else "choose a card of the hand"  # fmt: skip
        options = [*self._hand(), *self._own_units(), self._pass()]
        return Choices(self.player, Draft(), f"{self.player}: {what}, or pass.", tuple(options))

    def _pass(self) -> Choice:
        chosen = self.draft.get("do") == "pass"
        then = Draft() if chosen else Draft(do="pass")
        findings = self.check(Pass(self.player)).findings
        return Choice("do", "pass", "Pass", "button", "F2.4", then, None, chosen, findings, KEYS["pass"])

    def _hand(self) -> Iterator[Choice]:
        position = self.position
        for kind in sorted(set(position.hands[self.seat])):
            if kind in HIDDEN.values():
                continue
            card = position.cards[kind]
            chosen = self.draft.get("card") == kind
            then = Draft() if chosen else Draft(card=kind)
            verb = "Activate" if card.type in ("stratagem", "maneuver") else "Deploy"
            label = f"{verb} {card.title}" + (f", cost {card.cost}" if card.cost else "")
            yield Choice(
                "card", kind, label, "piece", "F2.6", then, f"{self.player} hand {kind}", chosen, self._bars(card)
            )

    def _bars(self, card: Card) -> tuple[Finding, ...]:
        """Why a card cannot be played, whatever it is aimed at."""
        position = self.position
        found = self.check(Play(self.player, card.name, card.type, None, None, None)).findings
        places = [
            frontier
            for frontier in position.frontiers
            if self.check(Play(self.player, card.name, card.type, None, frontier, None))
        ]
        open_yet = {"which"} if places else set()
        if card.type == "settlement" and not places:
            found = self.check(Play(self.player, card.name, card.type, None, 1, None)).findings
        if card.aims() and targets(position, self.seat, card):
            open_yet |= {"target"}
        return tuple(f for f in found if f.code not in open_yet)

    def _card(self, card: Card) -> Choices:
        position, draft, seat = self.position, self.draft, self.seat
        base = Draft(card=card.name)
        options = [*self._hand(), self._pass()]
        bars = self._bars(card)
        if bars or card.name not in position.hands[seat]:
            bars = bars or self.check(Play(self.player, card.name, card.type)).findings
            why = " ".join(f"{f.text[0].upper()}{f.text[1:]} ({f.clause})." for f in bars)
            status = Status.UNKNOWN if all(f.code == "hidden_hand" for f in bars) else Status.ILLEGAL
            verdict = Verdict(status, bars, card.name, position.system.rulebook)
            return Choices(self.player, draft, why, tuple(options), None, None, verdict)
        target = str(draft["target"]) if "target" in draft else None
        frontier = int(draft["frontier"]) if "frontier" in draft else None
        ways = list(payments(position, seat, card.cost))
        payment = paid(position, seat, card.name, draft)
        if len(ways) > 1:
            options += self._payments(ways, payment)
        options += self._aims(card, target, frontier, base)
        if card.type == "settlement":
            options += self._frontiers(list(position.frontiers), base, settle=card)
        missing = self._missing(card, target, frontier)
        text = f" {card.does[0].upper()}{card.does[1:]}." if card.does else ""
        if missing:
            return Choices(self.player, draft, f"{card.title}: {missing}.{text}", tuple(options))
        action = Play(self.player, card.name, card.type, target, frontier, payment)
        cost = f", paying {pay_text(payment)}" if payment and card.cost else ""
        back = base if len(draft) > 1 else Draft()
        words = str(Play(self.player, card.name, card.type, target, frontier))
        return self._made(f"{words[0].upper()}{words[1:]}{cost}.{text} Confirm?", options, action, back=back)

    def _missing(self, card: Card, target: str | None, frontier: int | None) -> str:
        """What is still to be chosen, in words."""
        if target is None and needs_target(self.position, self.seat, card):
            return f"choose {card.target}"
        if card.type == "settlement" and frontier is None:
            return "choose a frontier that you occupy"
        if card.leads_out() and target is not None and frontier is None:
            return "choose the frontier that it goes to"
        return ""

    def _payments(self, ways: list[tuple[int, tuple[tuple[str, int], ...]]], now: object) -> Iterator[Choice]:
        for way in ways:
            value = pay_text(way)
            then = self.draft.set("pay", value)
            yield Choice("pay", value, f"Pay {value}", "button", "F3.2", then, None, way == now)

    def _aims(
        self, card: Card, target: str | None, frontier: int | None, base: Draft, *, trigger: bool = False
    ) -> Iterator[Choice]:
        """The units that a card may be aimed at, and where they may be moved to."""
        position = self.position
        if not card.aims(trigger=trigger):
            return
        for unit in targets(position, self.seat, card, trigger=trigger):
            chosen = target == unit.id
            then = base if chosen else base.set("target", unit.id)
            if "pay" in self.draft:
                then = then.set("pay", self.draft["pay"])
            label = f"{card.title} at {position.called(unit)} ({unit.id})"
            yield Choice("target", unit.id, label, "space", "F8.1", then, unit.id, chosen)
        aimed = position.by_id.get(target or "")
        if card.leads_out(trigger=trigger) and aimed is not None:
            yield from self._frontiers(ways_out(position, aimed), self.draft.clear("frontier"))

    def _frontiers(self, frontiers: list[int], base: Draft, settle: Card | None = None) -> Iterator[Choice]:
        for n in frontiers:
            chosen = self.draft.get("frontier") == n
            then = base if chosen else base.set("frontier", n)
            space = zone_of(self.position, self.seat, n, occupying=settle is not None)
            findings: tuple[Finding, ...] = ()
            label, clause = f"To frontier {n}", "F8.1"
            if settle is not None:
                findings = self.check(Play(self.player, settle.name, settle.type, None, n, None)).findings
                label, clause = f"Settle frontier {n}", "F7.2"
            yield Choice("frontier", n, label, "space", clause, then, space, chosen, findings)

    # ------------------------------------------------------------------ commit
    def _own_units(self) -> Iterator[Choice]:
        """F4.1, F4.2: the units that may be committed or retreat; others with the reason why not."""
        position = self.position
        if position.phase != "strategy":
            return
        for unit in position.units:
            if unit.owner != self.seat:
                continue
            chosen = self.draft.get("unit") == unit.id
            placed = f"to/{unit.id}" in self.draft or f"retreat/{unit.id}" in self.draft
            kept = Draft({slot: v for slot, v in self.draft.items() if slot.startswith(("to/", "retreat/"))})
            then = kept if chosen else kept.set("unit", unit.id)
            if unit.occupying:  # there is only one way to go
                then = kept.clear(f"retreat/{unit.id}") if placed else kept.set(f"retreat/{unit.id}", True)
            elif placed:
                then = kept.clear(f"to/{unit.id}").clear(f"retreat/{unit.id}").set("unit", unit.id)
            move = Commit(self.player, (), (unit.id,)) if unit.occupying else Commit(self.player, ((unit.id, 1),))
            label = f"{'Retreat' if unit.occupying else 'Commit'} {unit.id}"
            findings = self.check(move).findings
            yield Choice("unit", unit.id, label, "piece", "F4.1", then, unit.id, chosen or placed, findings)

    def _commit(self) -> Choices:
        position, draft = self.position, self.draft
        options = [*self._own_units(), *self._hand(), self._pass()]
        unit = position.by_id.get(str(draft.get("unit", "")))
        rest = draft.clear("unit")
        if unit is not None and unit.owner == self.seat:
            move = Commit(self.player, ((unit.id, 1),))
            if self.check(move).findings:
                return self._made("", options, move)
            for frontier in position.frontiers:
                then = rest.set(f"to/{unit.id}", frontier)
                space = zone_of(position, self.seat, frontier)
                label = f"{unit.id} to frontier {frontier}"
                options.insert(0, Choice(f"to/{unit.id}", frontier, label, "space", "F4.1", then, space))
        elif unit is not None or "unit" in draft:
            return self._made("", options, Commit(self.player, ((str(draft["unit"]), 1),)))
        action = commit_of(rest, self.player)
        arrows = self._arrows(action)
        if unit is not None:
            more = f" So far: {action}." if action.moves or action.retreats else ""
            return Choices(self.player, draft, f"{position.card(unit).title} ({unit.id}): to which frontier?{more}", tuple(options),
                           arrows=arrows, back=rest)  # fmt: skip
        made = self._made(f"{str(action)[0].upper()}{str(action)[1:]}. Confirm, or choose more units.", options, action)
        return made if made.action is None else Choices(self.player, draft, made.prompt, made.options, None, action,
                                                        made.verdict, arrows, made.back)  # fmt: skip

    def _arrows(self, action: Commit) -> tuple[Arrow, ...]:
        position = self.position
        moves = [(unit, zone_of(position, self.seat, n)) for unit, n in action.moves if unit in position.by_id]
        moves += [(unit, f"{self.player} heartland") for unit in action.retreats if unit in position.by_id]
        return tuple(Arrow((unit, zone), f"{unit} to {zone}", "path") for unit, zone in moves)

    # ------------------------------------------------------------------ combat
    def _damage(self) -> Choices:
        """F5.1: damage in one frontier after the other, sealed until both have assigned all of theirs."""
        position, draft, seat = self.position, self.draft, self.seat
        mine = must_assign(position, seat)
        if not mine:
            return Choices(self.player, Draft(), f"{self.player} has no damage to assign.")
        left = still_to_assign(position, seat)
        options = [self._fight(frontier, frontier in left) for frontier in mine]
        other = position.players[1 - seat]
        if "assign" not in draft and not left:
            return Choices(
                self.player,
                Draft(),
                f"{self.player}: all is sealed. Until {other} has sealed it may be replaced.",
                tuple(options),
            )
        frontier = int(draft.get("assign", left[0] if left else mine[0]))
        enemies = position.at(frontier, 1 - seat)
        if frontier not in mine:
            return self._made("", options, Assign(self.player, frontier, ()))
        given = {unit.id: int(draft.get(f"hit/{unit.id}", 0)) for unit in enemies}
        if not any(slot.startswith("hit/") for slot in draft):
            given = self._suggested(frontier, enemies)
        have = total_damage(position, seat, frontier)
        base = Draft({"assign": frontier} | {f"hit/{unit}": n for unit, n in given.items()})
        spare = have - sum(given.values())
        for unit in enemies:
            n = given[unit.id]
            fewer = base.set(f"hit/{unit.id}", n - 1) if n else None
            more = base.set(f"hit/{unit.id}", n + 1) if spare > 0 else None
            label = f"{unit.id} ({position.health(unit)} health left)"
            options.append(
                Choice(f"hit/{unit.id}", n, label, "number", "F5.1", base, unit.id, False, (), None, fewer, more)
            )
        action = Assign(self.player, frontier, tuple(sorted(given.items())))
        prompt = f"{self.player}, frontier {frontier}: {have} damage, {spare} left over. {self._kills(enemies, given)} Confirm to seal."
        verdict = self.check(action)
        if verdict.findings:
            why = " ".join(f"{f.text[0].upper()}{f.text[1:]} ({f.clause})." for f in verdict.findings)
            return Choices(
                self.player, base, f"{self.player}, frontier {frontier}: {why}", tuple(options), None, None, verdict
            )
        return Choices(self.player, base, prompt, tuple(options), None, action, verdict)

    def _kills(self, enemies: list[Unit], given: dict[str, int]) -> str:
        killed = [unit.id for unit in enemies if given[unit.id] >= self.position.health(unit)]
        return f"Kills {', '.join(killed)}." if killed else "Kills nobody."

    def _suggested(self, frontier: int, enemies: list[Unit]) -> dict[str, int]:
        """What is offered at first: as many killed as can be, the weakest first; what is left over goes to whoever lives."""
        left, given = total_damage(self.position, self.seat, frontier), dict.fromkeys((unit.id for unit in enemies), 0)
        for unit in sorted(enemies, key=lambda unit: (self.position.health(unit), unit.id)):
            given[unit.id] = min(left, self.position.health(unit))
            left -= given[unit.id]
        if left and not splits(self.position, self.seat, frontier).may_be(tuple(given[unit.id] for unit in enemies)):
            given[enemies[0].id] += left
        return given

    def _fight(self, frontier: int, open_yet: bool) -> Choice:
        chosen = self.draft.get("assign") == frontier
        label = f"Frontier {frontier}{'' if open_yet else ', sealed'}"
        return Choice("assign", frontier, label, "button", "F5.1", Draft(assign=frontier), None, chosen)

    # ------------------------------------------------------------------ after combat, replenishment
    def _after(self) -> Choices:
        position, draft = self.position, self.draft
        winner, frontier = position.wins[0]
        if winner != self.seat:
            return Choices(self.player, Draft(), f"{position.players[winner]} takes positions after combat.")
        frontier = int(draft.get("win", frontier))
        base = Draft(win=frontier)
        mine = [n for seat, n in position.wins if seat == self.seat]
        options = []
        if len(mine) > 1:
            options += [
                Choice("win", n, f"Frontier {n}", "button", "F6.1", Draft(win=n), None, n == frontier) for n in mine
            ]
        for unit in position.at(frontier, self.seat):
            chosen = draft.get("holder") == unit.id
            then = base if chosen else base.set("holder", unit.id)
            label = f"{unit.id} {'keeps' if unit.occupying else 'occupies'} frontier {frontier}"
            options.append(Choice("holder", unit.id, label, "space", "F6.2", then, unit.id, chosen))
        chosen = draft.get("holder") == NOBODY
        then = base if chosen else base.set("holder", NOBODY)
        options.append(Choice("holder", NOBODY, "All return", "button", "F6.1", then, None, chosen, (), "r"))
        prompt = f"{self.player} has won frontier {frontier}: who occupies it? All others return."
        if "holder" not in draft:
            return Choices(self.player, draft if "win" in draft else Draft(), prompt, tuple(options))
        holder = None if draft["holder"] == NOBODY else str(draft["holder"])
        return self._made(f"Frontier {frontier}: {holder or 'nobody'} occupies it. Confirm?", options,
                          Occupy(self.player, frontier, holder), back=base)  # fmt: skip

    def _triggers(self) -> Choices:
        position, draft = self.position, self.draft
        first = position.triggers[0].seat
        if first != self.seat:
            return Choices(self.player, Draft(), f"{position.players[first]} resolves triggers.")
        pending = sorted({t for t in position.triggers if t.seat == self.seat})
        options = [
            Choice("trigger", t.source, f"{position.title_of(t.kind)} ({t.source})", "button", "F2.7",
                   Draft() if draft.get("trigger") == t.source else Draft(trigger=t.source), None,
                   draft.get("trigger") == t.source)
            for t in pending
        ]  # fmt: skip
        now = next((t for t in pending if t.source == draft.get("trigger", pending[0].source)), None)
        prompt = f"{self.player}: choose the trigger to be resolved next."
        if ("trigger" not in draft and len(pending) > 1) or now is None:
            return Choices(self.player, Draft(), prompt, tuple(options))
        card = position.cards[now.kind]
        base = Draft(trigger=now.source)
        target = str(draft["target"]) if "target" in draft else None
        frontier = int(draft["frontier"]) if "frontier" in draft else None
        options += self._aims(card, target, frontier, base, trigger=True)
        if target is None and needs_target(position, self.seat, card, trigger=True):
            prompt = f"{card.title}: choose {card.target}. {card.does[0].upper()}{card.does[1:]}."
            return Choices(self.player, base, prompt, tuple(options))
        if card.leads_out(trigger=True) and target is not None and frontier is None:
            return Choices(self.player, draft, f"{card.title}: to which frontier?", tuple(options))
        action = Resolve(self.player, now.source, target, frontier)
        draft = draft if "trigger" in draft else base
        at = f" at {position.called(position.by_id[target])} ({target})" if target in position.by_id else ""
        return self._made(f"{card.title}{at}: {card.does}. Confirm?", options, action)

    def _draw(self) -> Choices:
        position, draft = self.position, self.draft
        now = position.chosen[self.seat]
        options = []
        for deck in reversed(DECKS):
            chosen = draft.get("draw", now) == deck
            then = Draft() if chosen else Draft(draw=deck)
            left = len(position.deck(self.seat, deck))
            label = f"Draw {DRAWN[deck]} {deck} ({left} left)"
            options.append(Choice("draw", deck, label, "button", "F2.5", then, None, chosen, (), KEYS[deck]))
        prompt = f"{self.player}: draw 1 army card or 2 civic cards."
        if now:
            other = position.players[1 - self.seat]
            prompt = f"{self.player} draws {now}; {other} has still to choose. Until then it may be replaced."
        if "draw" not in draft:
            return Choices(self.player, Draft(), prompt, tuple(options))
        return self._made(f"Draw {DRAWN[str(draft['draw'])]} {draft['draw']}. Confirm?", options,
                          ChooseDraw(self.player, str(draft["draw"])))  # fmt: skip

    # ------------------------------------------------------------------ what it amounts to
    def _made(
        self, prompt: str, options: list[Choice], action: FrontiersAction, *, back: Draft | None = None
    ) -> Choices:
        verdict, draft = self.check(action), self.draft
        back = Draft() if back is None else back
        if verdict.findings:
            why = " ".join(f"{f.text[0].upper()}{f.text[1:]} ({f.clause})." for f in verdict.findings)
            return Choices(self.player, draft, why, tuple(options), None, None, verdict, back=back)
        return Choices(self.player, draft, prompt, tuple(options), None, action, verdict, (), back)
