// The anywidget face: wires store, painter, input and chrome together, and nothing else.

import type { AnyModel, RenderProps } from "@anywidget/types";
import { Live } from "./a11y/live";
import { Bar, Head } from "./chrome/bar";
import { element } from "./chrome/dom";
import { Panel } from "./chrome/panel";
import { announcement, reasons } from "./chrome/words";
import { firstFocus, onBoardKey } from "./input/keyboard";
import { Painter } from "./paint/painter";
import { PALETTES } from "./paint/palette";
import type { BoardState } from "./scene/types";
import { type Change, Store } from "./store";
import { isDark, watchTheme } from "./theme";

function renderBoard(model: AnyModel<BoardState>, el: HTMLElement, signal: AbortSignal): void {
  const owner = el.ownerDocument;
  const store = new Store(model, signal);
  const painter = new Painter(owner, store);
  const panel = new Panel(owner, store, painter, signal);
  const live = new Live(owner);
  const surface = element(
    owner,
    "div",
    { class: "hexwidget-surface", tabindex: "0", role: "application", "aria-roledescription": "board" },
    painter.root,
  );
  const head = new Head(owner, store);
  const bar = new Bar(owner, store, () => surface.focus());
  const frame = element(owner, "div", { class: "hexwidget-frame" }, head.root, surface, bar.root, panel.root);
  // JupyterLab would take single keys for its own commands while the board has the focus.
  const root = element(owner, "div", { class: "hexwidget", "data-lm-suppress-shortcuts": "true" });
  root.append(frame, live.alert, live.polite);

  const applyTheme = () => {
    const theme = isDark(owner) ? "dark" : "light";
    if (root.dataset.theme === theme) return;
    root.dataset.theme = theme;
    painter.palette = PALETTES[theme];
    painter.paintAll();
    panel.repaint();
  };
  const update = (changes: ReadonlySet<Change>) => {
    if (changes.size === 1 && changes.has("marks")) {
      painter.paintTop();
      return;
    }
    const onlyLooking = [...changes].every((change) => change === "focus" || change === "explained");
    if (changes.has("scene")) {
      painter.resize(surface.clientWidth);
      painter.paintGround();
    }
    const pieces = changes.has("scene") || changes.has("state") || (changes.has("choices") && painter.previews);
    if (pieces) painter.paintPieces();
    if (["scene", "state", "choices"].some((change) => changes.has(change as Change))) painter.paintMarks();
    painter.paintTop();
    head.render();
    if (!onlyLooking) bar.render();
    panel.render();
    root.classList.toggle("hexwidget-lost", store.line === "lost");
    root.classList.toggle("hexwidget-mat", store.map.mat);
    root.classList.toggle("hexwidget-wheeled", store.state.wheel !== null);
    live.warn(store.error);
    const label = `${store.scene.title}. ${store.state.description}`;
    if (surface.getAttribute("aria-label") !== label) surface.setAttribute("aria-label", label);
    speak(changes);
  };
  let chosenAt = -1; // where the keyboard was when something was chosen that is still to be answered
  /** The kernel's own words for what is being chosen; the hex that the keyboard has come to, and why it cannot be chosen. */
  const speak = (changes: ReadonlySet<Change>) => {
    if (changes.has("choices") && store.foreseen) chosenAt = store.focus;
    if (changes.has("choices") && !store.foreseen) {
      const happened = store.fresh ? store.timeline.events.map((e) => `${e.text}.`) : [];
      // Whoever has moved on before the answer came hears also where they are.
      const movedOn = store.byKeyboard && store.focus >= 0 && chosenAt >= 0 && store.focus !== chosenAt;
      live.say([...happened, store.current.prompt, movedOn ? announcement(store, store.focus) : ""].join(" ").trim());
      chosenAt = -1;
    } else if (changes.has("focus") && store.byKeyboard && store.focus >= 0) live.say(announcement(store, store.focus));
    if (changes.has("explained") && (store.byKeyboard || store.pinned >= 0)) {
      const said = reasons(store, store.pinned >= 0 ? store.pinned : store.focus);
      if (said) live.say(said);
    }
  };
  store.watch(update);

  const at = (event: MouseEvent) => {
    const box = painter.root.getBoundingClientRect();
    return painter.hexAt({ x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const listen = { signal };
  surface.addEventListener("pointermove", (e) => store.setFocus(at(e), false), listen);
  surface.addEventListener("pointerleave", () => store.byKeyboard || store.setFocus(-1, false), listen);
  surface.addEventListener("click", (e) => store.activate(at(e)), listen);
  // Whoever turns the wheel goes on by keyboard on the board.
  panel.root.addEventListener(
    "click",
    (e) => (e.target as Element).closest(".hexwidget-wheel") && surface.focus({ preventScroll: true }),
    listen,
  );
  let remembered = -1; // where the keyboard was when it left the board
  surface.addEventListener(
    "focus",
    () => {
      if (store.focus >= 0 || !surface.matches(":focus-visible")) return;
      store.setFocus(remembered >= 0 ? remembered : firstFocus(store), true);
    },
    listen,
  );
  surface.addEventListener(
    "blur",
    () => {
      if (!store.byKeyboard) return;
      remembered = store.focus;
      store.setFocus(-1, false);
    },
    listen,
  );
  root.addEventListener(
    "keydown",
    (e) => {
      // Off the board, arrows and Enter belong to whatever has the focus; the letters mean the same everywhere.
      if (e.target !== surface && (e.key.startsWith("Arrow") || e.key === "Enter" || e.key === " ")) return;
      onBoardKey(e, store, () => bar.enter());
      if (e.target === surface && store.focus >= 0 && store.byKeyboard) painter.reveal(store.focus, surface);
    },
    listen,
  );

  watchTheme(owner, applyTheme, signal);
  // In the next frame: a size that is changed while sizes are being told would be told again and again.
  const sizes = new ResizeObserver(() => {
    owner.defaultView?.requestAnimationFrame(() => {
      if (!signal.aborted && painter.resize(surface.clientWidth)) painter.paintAll();
    });
  });
  sizes.observe(surface);
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    root.remove();
  });

  el.append(root);
  painter.resize(surface.clientWidth || 640);
  applyTheme();
  update(new Set<Change>(["state", "choices"]));
  store.hello();
}

/** A failure to draw is drawn, in words; details go to the browser's console. */
function render({ model, el, signal }: RenderProps<BoardState> & { signal?: AbortSignal }): () => void {
  const end = new AbortController();
  signal?.addEventListener("abort", () => end.abort());
  try {
    renderBoard(model, el, end.signal);
  } catch (error) {
    console.error(error);
    const text = "The board could not be drawn. Run the cell again; if that does not help, restart the kernel.";
    el.append(element(el.ownerDocument, "div", { class: "hexwidget-alert", role: "alert" }, text));
  }
  return () => end.abort();
}

export default { render };
