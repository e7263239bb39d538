"""The protocol that every rule system follows: position, action, chance, verdict, event, rulebook, choices, reach.

May import `hexwidget.geometry` and `hexwidget.scene`. Knows no system.
"""

from hexwidget.rules.action import MOST_COUNTED, Action, AtLeast, LegalActions
from hexwidget.rules.candidatedesk import CandidateDesk
from hexwidget.rules.candidates import Candidate, Each, Offered, Under
from hexwidget.rules.chance import CHANCE, TERMINAL, ChanceNode, ChanceOutcome, die
from hexwidget.rules.choices import Choice, Choices, Draft, Field, Fighter, Forecast, Preview, Share, Table
from hexwidget.rules.clauses import bars
from hexwidget.rules.contents import Clause
from hexwidget.rules.desk import Desk
from hexwidget.rules.event import UNWRITTEN, Chronicle, Event, Transition
from hexwidget.rules.forms import Form
from hexwidget.rules.grammar import Grammar
from hexwidget.rules.hints import SpaceOnMap
from hexwidget.rules.kinds import Ask, Kind, OneOf, SpaceName, Whole
from hexwidget.rules.listing import ListedByChecking
from hexwidget.rules.lookahead import Estimates, Lookahead
from hexwidget.rules.moment import Moment
from hexwidget.rules.plaindesk import PlainDesk
from hexwidget.rules.position import Observation, Position
from hexwidget.rules.prompt import Prompt
from hexwidget.rules.remedies import judged
from hexwidget.rules.rulebook import Rulebook
from hexwidget.rules.secret import Secret
from hexwidget.rules.settings import Settings
from hexwidget.rules.silences import Silence
from hexwidget.rules.stage import Stage
from hexwidget.rules.system import Outcome, RuleSystem
from hexwidget.rules.verdict import Finding, IllegalAction, IllegalPosition, Remedy, Status, Verdict

__all__ = [
    "CHANCE",
    "MOST_COUNTED",
    "TERMINAL",
    "UNWRITTEN",
    "Action",
    "Ask",
    "AtLeast",
    "Candidate",
    "CandidateDesk",
    "ChanceNode",
    "ChanceOutcome",
    "Choice",
    "Choices",
    "Chronicle",
    "Clause",
    "Desk",
    "Draft",
    "Each",
    "Estimates",
    "Event",
    "Field",
    "Fighter",
    "Finding",
    "Forecast",
    "Form",
    "Grammar",
    "IllegalAction",
    "IllegalPosition",
    "Kind",
    "LegalActions",
    "ListedByChecking",
    "Lookahead",
    "Moment",
    "Observation",
    "Offered",
    "OneOf",
    "Outcome",
    "PlainDesk",
    "Position",
    "Preview",
    "Prompt",
    "Remedy",
    "RuleSystem",
    "Rulebook",
    "Secret",
    "Settings",
    "Share",
    "Silence",
    "SpaceName",
    "SpaceOnMap",
    "Stage",
    "Status",
    "Table",
    "Transition",
    "Under",
    "Verdict",
    "Whole",
    "bars",
    "die",
    "judged",
]
