// The anywidget face: wires store, painter, input and chrome together, and nothing else.

import type { AnyModel, RenderProps } from "@anywidget/types";
import { Live } from "./a11y/live";
import { Bar, Head } from "./chrome/bar";
import { element } from "./chrome/dom";
import { Panel } from "./chrome/panel";
import { announcement } from "./chrome/words";
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
  const panel = new Panel(owner, store, signal);
  const live = new Live(owner);
  const surface = element(
    owner,
    "div",
    {
      class: "hexwidget-surface",
      tabindex: "0",
      role: "application",
      "aria-roledescription": "board",
      // JupyterLab would take single keys for its own commands while the board has the focus.
      "data-lm-suppress-shortcuts": "true",
    },
    painter.root,
  );
  const head = new Head(owner, store);
  const onKey = (event: KeyboardEvent) => onBoardKey(event, store, () => bar.enter());
  const bar = new Bar(owner, store, () => surface.focus(), onKey);
  bar.root.setAttribute("data-lm-suppress-shortcuts", "true");
  const main = element(owner, "div", { class: "hexwidget-main" }, surface, panel.root);
  const root = element(owner, "div", { class: "hexwidget" }, head.root, main, bar.root, live.alert, live.polite);

  const applyTheme = () => {
    const dark = isDark(owner);
    root.dataset.theme = dark ? "dark" : "light";
    painter.palette = dark ? PALETTES.dark : PALETTES.light;
    painter.paintAll();
    renderPanel();
  };
  const renderPanel = () => {
    panel.render();
    painter.paintLegend(panel.root.querySelectorAll("canvas"));
  };
  const update = (changes: ReadonlySet<Change>) => {
    if (changes.size === 1 && changes.has("marks")) {
      painter.paintTop();
      return;
    }
    if (changes.has("scene")) painter.resize(surface.clientWidth);
    if (changes.has("scene")) painter.paintGround();
    if (changes.has("scene") || changes.has("state")) painter.paintPieces();
    if (changes.size > 1 || !changes.has("focus")) painter.paintMarks();
    painter.paintTop();
    head.render();
    if (!changes.has("focus") || changes.size > 1) bar.render();
    renderPanel();
    live.warn(store.error);
    surface.setAttribute("aria-label", `${store.scene.title}. ${store.state.description}`);
    if (changes.has("choices")) live.say(store.current.prompt);
    else if (changes.has("focus") && store.byKeyboard && store.focus >= 0) live.say(announcement(store, store.focus));
  };
  store.watch(update);

  const at = (event: MouseEvent) => {
    const box = surface.getBoundingClientRect();
    return painter.hexAt({ x: event.clientX - box.left, y: event.clientY - box.top });
  };
  const listen = { signal };
  surface.addEventListener("pointermove", (e) => look(at(e)), listen);
  surface.addEventListener("pointerleave", () => look(-1), listen);
  surface.addEventListener("click", (e) => store.activate(at(e)), listen);
  surface.addEventListener("keydown", onKey, listen);
  surface.addEventListener(
    "focus",
    () => {
      if (store.focus < 0 && surface.matches(":focus-visible")) store.setFocus(firstFocus(store), true);
    },
    listen,
  );
  const look = (index: number) => {
    if (index === store.focus) return;
    store.setFocus(index, false);
    store.hover(index);
  };

  watchTheme(owner, applyTheme, signal);
  const sizes = new ResizeObserver(() => {
    if (painter.resize(surface.clientWidth)) painter.paintAll();
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
