"""The names of the bundled scenarios, for type checkers and editors."""

from typing import Literal

DepletionScenario = Literal[
    "depletion/a-relic-before-a-forest",
    "depletion/first-steps",
    "depletion/five-hexes-of-water",
    "depletion/gathering-cavalry",
    "depletion/the-capitals",
    "depletion/the-strait",
    "depletion/three-armies",
    "depletion/two-of-four-ride-off",
]
FrontiersScenario = Literal["frontiers/combat", "frontiers/opening", "frontiers/three-frontiers"]
OrdersScenario = Literal["orders/three-marches", "orders/two-on-one"]
PlottedScenario = Literal[
    "plotted/archers-march", "plotted/head-on", "plotted/over-a-hex", "plotted/the-ford", "plotted/two-hills"
]
RondelScenario = Literal[
    "rondel/city-under-enemy-eyes",
    "rondel/first-maneuver",
    "rondel/inland-sea",
    "rondel/inland-sea-whole-wheel",
    "rondel/inland-sea-whole-wheel-for-four",
    "rondel/inland-sea-whole-wheel-for-two",
    "rondel/strength-six",
    "rondel/third-action",
    "rondel/three-borders",
    "rondel/three-galleys",
    "rondel/two-ways-to-pay",
]
