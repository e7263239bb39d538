"""The desk, and what is decided at it after a maneuver: an attack, the rotation of a tile, losses."""

from __future__ import annotations

from collections.abc import Sequence

from hexwidget.english import agree, counted, listing
from hexwidget.rules import Choices, Desk, Draft, Finding, Forecast, Preview, Prompt, Table, fitting
from hexwidget.scene import Token
from hexwidget.systems.depletion.actions import Attack, DepletionAction, NoAttack, Rotate
from hexwidget.systems.depletion.battle.declaration import battle_at
from hexwidget.systems.depletion.battle.losses import as_action, default_losses, losing, things
from hexwidget.systems.depletion.battle.odds import BattleOdds
from hexwidget.systems.depletion.legality.attacks import attackers, targets
from hexwidget.systems.depletion.legality.exploring import rotations_of_the_tile
from hexwidget.systems.depletion.position import DepletionPosition, Landing
from hexwidget.systems.depletion.provinces import Tile, tile_of
from hexwidget.systems.depletion.units import GALLEY, UNITS, WATER
from hexwidget.systems.depletion.words import tile_in_words

RELIC_LOOKS = {True: ("relic", "solid relic symbol"), False: ("symbol", "outlined relic symbol")}
"""The drawings and labels of relic symbols: of solid ones, and of outlined ones."""


class Decisions(Desk[DepletionPosition, DepletionAction]):
    """The desk at which a player decides what comes after a maneuver."""

    shows_barred = True

    def why_not(self, action: DepletionAction, findings: Sequence[Finding]) -> Prompt:
        return Prompt(f"{findings[0].text} ({findings[0].clause})", about=str(action))

    # ------------------------------------------------------------------ attacks
    def attack(self, landing: Landing) -> Choices:
        """The hexes that may be attacked, or no attack (D1.8)."""
        position, chosen, name = self.position, self.draft.get("attack"), self.position.map.name

        def enemies(at: int) -> str:
            return " and ".join(position.objects_at(at, but=position.turn)) or "nobody"

        options = []
        for at in targets(position, landing):
            space, label = name(at), f"Attack {enemies(at)} on {name(at)}"
            options.append(self.option("attack", space, label, "D1.8", Draft(), kind="space", space=space))
        own = [name(spot.at) for spot in landing.spots]
        here, first = listing(own), own[0] if len(own) == 1 else None
        options.append(self.option("attack", "no", "No attack", "D1.8", Draft(), space=first, shortcut="n"))
        if chosen is None:
            task = f"choose an enemy to attack from {here}, or no attack"
            return self.open(Prompt(task, player=self.player, deed="Choose an enemy"), options, draft=Draft())
        draft = Draft(attack=chosen)
        if chosen == "no":
            prompt = Prompt(f"No attack from {here}", confirm=True, deed="No attack")
            return self.made(prompt, options, NoAttack(self.player), draft=draft)
        at = position.map.index(str(chosen))
        by, there, chances = list(map(name, attackers(position, landing, at))), enemies(at), ""
        table, forecasts = None, tuple[Forecast, ...]()
        if position.settings["battle"] == "bag" and by:
            odds = BattleOdds(position, battle_at(position, at))
            forecast = odds.forecast()
            table, forecasts = Table(odds.title_of_the_draw, odds.header, tuple(odds.rows())), (forecast,)
            shares = zip(forecast.figures, forecast.shares, strict=True)
            chances = f"{', '.join(f'{figure} that {share.label}' for figure, share in shares)}."
        deed = fitting(f"attack {there} on {chosen}", f"attack {there}", f"attack {chosen}")
        prompt = Prompt(f"Attack {there} on {chosen} from {listing(by or own)}?", odds=chances, deed=deed)
        attack = Attack(self.player, str(chosen))
        return self.made(prompt, options, attack, draft=draft, table=table, forecasts=forecasts)

    # ------------------------------------------------------------------ rotations
    def rotation(self) -> Choices:
        """The rotations of the tile (D8.2), each with the findings that bar it. The board shows the chosen one."""
        position, player, chosen, name = self.position, self.player, self.draft.get("rotate"), self.position.map.name
        claim, rotations = rotations_of_the_tile(position)
        tile = tile_of(claim.tile)
        options, preview, warning = [], None, tuple[str, ...]()
        for each in rotations:
            if each.lies is None and each.sixths not in position.exploration.shape.rotations:
                continue
            ground = "" if each.lies is None else tile.grounds[each.lies.index(claim.at)]
            fails = bool(ground) and (ground in WATER) != bool(claim.units[GALLEY])
            label = f"Turn by {60 * each.sixths}°: {ground} on {name(claim.at)}{', the claim fails' if fails else ''}"
            action, key = Rotate(player, each.sixths), str(each.sixths)
            options.append(self.option("rotate", each.sixths, label, "D8.2", Draft(), barred=action, shortcut=key))
            if chosen == each.sixths and fails:
                warning = (f"The army cannot stand on {ground}: it stays on {name(claim.origin)}, depleted (D8.5)",)
            if chosen == each.sixths and each.lies is not None:
                preview = self._preview(tile, each.lies)
        if chosen is None:
            task = f"turn the tile and lay it ({tile_in_words(claim.tile)})"
            return self.open(Prompt(task, player=player, deed="Turn the tile and lay it"), options, draft=Draft())
        prompt = Prompt(f"Lay the tile turned by {60 * int(chosen)}°", after=warning, confirm=True, deed="Lay the tile")
        return self.made(prompt, options, Rotate(player, int(chosen)), draft=Draft(rotate=chosen), preview=preview)

    def _preview(self, tile: Tile, lies: tuple[int, ...]) -> Preview:
        """The board with a tile laid on some hexes."""
        name = self.position.map.name
        tokens: tuple[Token, ...] = ()
        if tile.relic is not None:
            kind, label = RELIC_LOOKS[tile.solid]
            tokens = (Token(name(lies[tile.relic]), kind, label, label, shape="diamond"),)
        return Preview(tuple((name(at), ground) for at, ground in zip(lies, tile.grounds, strict=True)), tokens)

    # ------------------------------------------------------------------ losses
    def losses(self) -> Choices:
        """The things that fall (D9.2): the default ones, or those that the loser names."""
        position, player = self.position, self.player
        side, damage = losing(position)
        usual = dict(default_losses(position, side, damage))
        kept = Draft({slot: value for slot, value in self.draft.items() if slot.startswith("lose/")})
        options, fallen = [], []
        for thing in things(position, side):
            space, unit = position.map.name(thing.at), UNITS[thing.unit]
            key, what = (unit.key, unit.plural) if thing.unit >= 0 else (thing.kind, thing.kind)
            slot, default = f"lose/{space}/{key}", usual.get(thing, 0)
            now = int(kept.get(slot, default))
            label = f"{what.capitalize()} on {space} ({counted(thing.points, 'hit point')})"
            options.append(self.number(slot, label, "D9.2", now, 0, thing.number, kept, default))
            fallen += [(thing, now)] if now else []
        action = as_action(position, side, tuple(fallen))
        taken = f"{agree(player, 'takes')} {counted(damage, 'hit')}"
        prompt = Prompt(str(action), about=taken, confirm=True, deed="Take the losses")
        return self.made(prompt, options, action, draft=kept)
