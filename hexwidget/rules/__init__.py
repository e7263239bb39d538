"""The protocol that every rule system follows: position, action, chance, verdict, event, rulebook, choices, reach.

May import `hexwidget.geometry` and `hexwidget.scene`. Knows no system.
"""

from hexwidget.rules.action import MOST_COUNTED, Action, AtLeast
from hexwidget.rules.candidate_desk import CandidateDesk
from hexwidget.rules.candidates import Candidate, Each, Offered, Under
from hexwidget.rules.chance import CHANCE, TERMINAL, ChanceNode, ChanceOutcome, die, draw
from hexwidget.rules.choices import Choice, Choices, Draft, Field, Fighter, Forecast, Preview, Share, Slot, Table
from hexwidget.rules.default_desk import DefaultDesk
from hexwidget.rules.desk import Desk, reasons
from hexwidget.rules.event import UNWRITTEN, Chronicle, Event, Transition
from hexwidget.rules.forms import Form, Part
from hexwidget.rules.grammar import Grammar
from hexwidget.rules.hints import SpaceOnMap
from hexwidget.rules.kinds import Anything, Ask, Kind, OneOf, PlayerName, Reading, SpaceName, Switch, Whole
from hexwidget.rules.listing import LegalActions, ListedByChecking
from hexwidget.rules.lookahead import Estimates, Lookahead
from hexwidget.rules.odds import Duel, Odds, percent
from hexwidget.rules.position import Observation, Position, changed, looked_up, seen
from hexwidget.rules.prompt import Prompt, fitting
from hexwidget.rules.remedies import first_do, instead, judged, judged_as, legal, likest
from hexwidget.rules.rulebook import Clause, Rulebook, Settings, Silence, bars
from hexwidget.rules.secret import Deed, Hindsight, Secret
from hexwidget.rules.stage import Stage
from hexwidget.rules.system import Outcome, RuleSystem
from hexwidget.rules.turn_findings import Moment
from hexwidget.rules.verdict import Finding, IllegalAction, IllegalPosition, Remedy, Status, Verdict

PlainDesk = DefaultDesk
"""The old name of `DefaultDesk`."""

__all__ = ["CHANCE", "MOST_COUNTED", "TERMINAL", "UNWRITTEN", "Action", "Anything", "Ask", "AtLeast", "Candidate"]
__all__ += ["CandidateDesk", "ChanceNode", "ChanceOutcome", "Choice", "Choices", "Chronicle", "Clause", "Deed"]
__all__ += ["DefaultDesk", "Desk", "Draft", "Duel", "Each", "Estimates", "Event", "Field", "Fighter", "Finding"]
__all__ += ["Forecast", "Form", "Grammar", "Hindsight", "IllegalAction", "IllegalPosition", "Kind", "LegalActions"]
__all__ += ["ListedByChecking", "Lookahead", "Moment", "Observation", "Odds", "Offered", "OneOf", "Outcome", "Part"]
__all__ += ["PlayerName", "Position", "Preview", "Prompt", "Reading", "Remedy", "RuleSystem", "Rulebook", "Secret"]
__all__ += ["Settings", "Share", "Silence", "Slot", "SpaceName", "SpaceOnMap", "Stage", "Status", "Switch", "Table"]
__all__ += ["Transition", "Under", "Verdict", "Whole", "bars", "changed", "die", "draw", "first_do", "fitting"]
__all__ += ["instead", "judged", "judged_as", "legal", "likest", "looked_up", "percent", "reasons", "seen"]
