"""A learner at a lesson in a page, who asks the page after each act what a person sees there.

The page measures: an element is in view if two corners and the middle lie in the viewport, and no other element covers them. It
is cut if its words end in "…", scroll within it, or reach over the edge of an element that hides what is outside.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, ViewportSize

SYSTEMS = ("depletion", "frontiers", "orders", "plotted", "rondel")


def first_game(system: str, stage: int = 0) -> str:
    """The cell of a system's first game at a stage, counted from 0. It knows nothing of earlier games."""
    return f"""import hexwidget as hw
(game := hw.lessons.first_game("{system}", progress=hw.lessons.Progress())).open({stage}) or game"""


SMALL: ViewportSize = {"width": 1280, "height": 900}
"""The size of a small laptop's page."""
LOOK = """
root => {
  const bad = [];
  const shown = e => e.getClientRects().length > 0;
  const all = selector => [...root.querySelectorAll(selector)].filter(shown);
  const words = e => (e.textContent || "").trim().slice(0, 60);
  const seen = e => {
    const { left, top, right, bottom } = e.getBoundingClientRect();
    const points = [[left + 3, top + 3], [(left + right) / 2, (top + bottom) / 2], [right - 3, bottom - 3]];
    return points.every(([x, y]) => {
      if (x < 0 || y < 0 || x >= innerWidth || y >= innerHeight) return false;
      const found = document.elementFromPoint(x, y);
      return found !== null && (e.contains(found) || found.contains(e));
    });
  };
  const look = (what, selector) => {
    for (const e of all(selector)) if (!seen(e)) bad.push(`${what} is not in view: ${words(e)}`);
  };
  const cutIn = e => {
    if (e.matches(".hexwidget-unseen, kbd, canvas, svg, svg *")) return false;
    const { overflowX, overflowY } = getComputedStyle(e);
    if (overflowX !== "visible" && e.scrollWidth > e.clientWidth + 1) return true;
    return overflowY !== "visible" && e.scrollHeight > e.clientHeight + 1;
  };
  const hiddenBy = (e, box) => {
    if (["visible", "clip"].includes(getComputedStyle(e).overflowY)) return false;
    const { left, top, right, bottom } = e.getBoundingClientRect();
    return box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1;
  };
  const above = e => e === root ? [] : [e.parentElement, ...above(e.parentElement)];
  const whole = (what, selector) => {
    for (const e of all(selector)) {
      const box = e.getBoundingClientRect();
      if ([e, ...e.querySelectorAll("*")].some(cutIn) || above(e).some(each => hiddenBy(each, box)))
        bad.push(`${what} is cut: ${words(e)}`);
    }
  };
  const refused = all(".hexwidget-answer > .hexwidget-headline.hexwidget-no").length > 0;
  look("the outcome", ".hexwidget-happened > .hexwidget-headline, .hexwidget-happened > .hexwidget-drawn figure");
  look("the outcome", ".hexwidget-last > p, .hexwidget-last figure");
  if (refused) {
    // On a narrow board the first reason and the first remedy stand in view, and the others below them.
    const each = innerWidth < 1000 ? ":not(.hexwidget-finding ~ .hexwidget-finding)" : "";
    // Below the remedies stands what a click on the space chooses instead.
    const reason = `.hexwidget-finding:not(.hexwidget-remedy ~ .hexwidget-finding)${each}`;
    look("a reason", `.hexwidget-answer > .hexwidget-headline.hexwidget-no, .hexwidget-answer > ${reason}`);
    look("a remedy", `.hexwidget-answer > .hexwidget-remedy${each && ":not(.hexwidget-remedy ~ .hexwidget-remedy)"}`);
  } else {
    look("the odds", ".hexwidget-odds .hexwidget-whole, .hexwidget-odds .hexwidget-shares li");
    // What I know is a list of all clauses, which scrolls: it is read from its beginning.
    const said = all(".hexwidget-panel > div > .hexwidget-said"), known = said.some(e => words(e).startsWith("What you know"));
    for (const e of known ? said.slice(0, 1) : said)
      for (const line of e.querySelectorAll("li")) if (!seen(line)) bad.push(`an answer is not in view: ${words(line)}`);
  }
  look("the title", ".hexwidget-title, .hexwidget-turn");
  look("the aim", ".hexwidget-aim");
  look("a callout", ".hexwidget-callout, .hexwidget-callout button");
  look("the button that confirms", ".hexwidget-confirm");
  look("a button", ".hexwidget-lesson button, .hexwidget-choices button, .hexwidget-act button:not([hidden])");
  look("the prompt", ".hexwidget-bar:not(.hexwidget-quiz) > .hexwidget-prompt");
  whole("the aim", ".hexwidget-aim");
  whole("a callout", ".hexwidget-callout");
  whole("the outcome", ".hexwidget-last > p");
  whole("the prompt", ".hexwidget-bar:not(.hexwidget-quiz) > .hexwidget-prompt");
  whole("a button", ".hexwidget-lesson button, .hexwidget-choices button, .hexwidget-act button:not([hidden])");
  const [stage] = all(".hexwidget-stage").map(e => e.getBoundingClientRect());
  for (const e of all(".hexwidget-callout")) {
    const box = e.getBoundingClientRect();
    const apart = box.top >= stage.bottom - 1 || box.left >= stage.right - 1;
    if (!apart) bad.push(`a callout lies on the map: ${words(e)}`);
  }
  const counts = {
    outcome: all(".hexwidget-happened, .hexwidget-last > p").length, reason: refused ? 1 : 0,
    odds: all(".hexwidget-odds .hexwidget-whole").length, answer: all(".hexwidget-panel > div > .hexwidget-said li").length,
    callout: all(".hexwidget-callout").length,
  };
  return { bad, counts, top: Math.round(root.getBoundingClientRect().top) };
}
"""
"""Lists the elements that are out of view, covered or cut, counts the shown ones by kind, and tells the place of the board."""
AMONG_TEXT = """
board => {
  const text = () => Object.assign(document.createElement("div"), { style: "height: 900px" });
  board.before(text());
  board.after(text());
  board.scrollIntoView();
}
"""
"""The page has text before and after the board, as a notebook does: so it could scroll."""
BUTTONS = """
root => [...root.querySelectorAll(".hexwidget-lesson button, .hexwidget-act button")]
  .filter(e => e.getClientRects().length > 0)
  .map(e => { const b = e.getBoundingClientRect(); return [e.textContent.trim(), b.left + b.width / 2, b.top + b.height / 2]; })
"""
"""The buttons of the lesson and those that confirm or cancel, with their middles."""
STEPS = ("Hint", "Where to?", "Show me", "Why?")
"""The labels of the button that helps, in the order in which they come."""
SETTLED = """
root => new Promise(resolve => {
  let still = 0;
  const watch = new MutationObserver(() => { still = 0; });
  watch.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
  const ask = () => {
    const idle = jupyterapp.shell.currentWidget.sessionContext.session?.kernel?.status === "idle";
    still = idle ? still + 1 : 0;
    if (still < 6) setTimeout(ask, 25);
    else { watch.disconnect(); resolve(); }
  };
  setTimeout(ask, 60);
})
"""
"""The kernel is idle, and the board has not changed for a while."""


@dataclass
class Learner:
    """A learner at a board. ``bad`` lists what was not in view, ``looked`` counts the looks, ``counts`` those that showed a thing.

    ``settle`` waits until answers have come and are drawn.
    """

    page: Page
    board: Locator
    settle: Callable[[], object]
    bad: list[str] = field(default_factory=list)
    looked: int = 0
    counts: dict[str, int] = field(default_factory=dict)
    top: float | None = None
    """The place of the board's head in the view at the last look, in pixels."""

    @classmethod
    def in_jupyter(cls, page: Page, board: Locator) -> Learner:
        """A learner at the only board of the notebook in a page."""
        return cls(page, board, partial(board.evaluate, SETTLED))

    @property
    def buttons(self) -> dict[str, tuple[float, float]]:
        """The middles of the buttons, by label."""
        found: list[Any] = self.board.evaluate(BUTTONS)
        return {label: (x, y) for label, x, y in found}

    def look(self, after: str) -> None:
        """Ask the page what is in view."""
        self.settle()
        told = self.board.evaluate(LOOK)
        self.looked += 1
        self.bad += [f"{after}: {what}" for what in told["bad"]]
        if self.top is not None and abs(self.top - told["top"]) > 1:  # edges lie between pixels
            self.bad.append(f"{after}: the board has moved in the page, from {self.top} to {told['top']}")
        self.top = told["top"]
        for what, many in told["counts"].items():
            self.counts[what] = self.counts.get(what, 0) + min(many, 1)

    def report(self, name: str) -> None:
        """Print how often it looked at what, and all that was bad."""
        print(f"{name}: {self.looked} looks, {self.counts}", *self.bad, sep="\n")

    def press(self, label: str, at: tuple[float, float]) -> None:
        """Click a button. If it is still there afterwards, it lies under the pointer."""
        self.page.mouse.click(*at)
        self.look(label)
        now = self.buttons.get(label)
        if now is not None and max(abs(now[0] - at[0]), abs(now[1] - at[1])) > 6:
            self.bad.append(f"{label}: the button has moved away from the pointer")

    def follow_the_hints(self, most: int = 200) -> int:
        """Play the whole course as the hints say; returns the number of stages that were won."""
        won = 0
        self.look("the start")
        for _ in range(most):
            buttons = self.buttons
            step = next((label for label in STEPS if label in buttons), None)
            if step is not None:
                self.press(step, buttons[step])
                if step != "Why?":
                    continue
                buttons = self.buttons
            if "Got it" in buttons:
                self.press("Got it", buttons["Got it"])
            confirm = self.board.locator("[data-key=confirm]")
            done = "Next stage" in buttons
            won += done or "Play it again" in buttons
            if "Play it again" in buttons:
                break
            label, box = confirm.inner_text().split("\n")[0], confirm.bounding_box()
            assert box is not None
            self.press(label, (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2))
        return won

    def step_through(self) -> None:
        """Step through a recording that is at its start."""
        button = self.board.get_by_role("button", name="Next step")
        self.board.evaluate("board => board.scrollIntoView()")
        while button.count():
            button.click()
            self.look("Next step")

    def be_stubborn(self, rng: Random, acts: int) -> None:
        """Click and point anywhere, for a number of acts."""
        board, page = self.board, self.page
        stage = board.locator(".hexwidget-layers").bounding_box()
        assert stage is not None
        for _ in range(acts):
            buttons = self.buttons
            others = board.locator(".hexwidget-choices button:visible")
            match rng.choice(["click", "click", "point", "button", "button", "choice", "confirm"]):
                case "button" if buttons:
                    label = rng.choice(sorted(buttons))
                    self.press(label, buttons[label])
                case "choice" if others.count():
                    others.nth(rng.randrange(others.count())).click(force=True)
                    self.look("a choice")
                case "confirm":
                    board.locator("[data-key=confirm]").click(force=True)
                    self.look("confirm")
                case kind:
                    at = stage["x"] + rng.random() * stage["width"], stage["y"] + rng.random() * stage["height"]
                    (page.mouse.move if kind == "point" else page.mouse.click)(*at)
                    self.look(f"{kind} at {at[0]:.0f}, {at[1]:.0f}")
