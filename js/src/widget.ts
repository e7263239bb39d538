// The anywidget module: it puts store, painter, input and chrome together.

import type { AnyModel, RenderProps } from "@anywidget/types";
import { Live } from "./a11y/live";
import { Speaker } from "./a11y/speaker";
import { TextBoard } from "./a11y/textboard";
import { Bar } from "./chrome/bar";
import { Callout } from "./chrome/callout";
import { CardMenu } from "./chrome/cardmenu";
import { Clipboard } from "./chrome/clipboard";
import { element } from "./chrome/dom";
import { Head } from "./chrome/head";
import { Curtain, GoTo, Help } from "./chrome/overlays";
import { Panel } from "./chrome/panel";
import { savePicture } from "./chrome/pictures";
import { fitStage, stageHeight } from "./chrome/sizes";
import { Tag } from "./chrome/tag";
import { TimeLine } from "./chrome/time";
import { Zoom } from "./chrome/zoom";
import { paletteOf } from "./draw/palette";
import { listenToKeys } from "./input/keyboard";
import { listenToPointers } from "./input/pointer";
import { holdShortcuts } from "./input/shortcuts";
import type { BoardState } from "./kernel/types.gen";
import { Later } from "./paint/later";
import { Motion } from "./paint/motion";
import { Painter } from "./paint/painter";
import { themeOf, watchTheme } from "./paint/theme";
import type { Change } from "./state/changes";
import { Store } from "./state/store";

/** The changes of what is looked at. */
const LOOKING: ReadonlySet<Change> = new Set(["focus", "explained"]);

function renderBoard(model: AnyModel<BoardState>, el: HTMLElement, signal: AbortSignal): void {
  const owner = el.ownerDocument;
  const store = new Store(model, signal);
  const painter = new Painter(owner, store, signal);
  const motion = new Motion(owner, store, painter, signal);
  const panel = new Panel(owner, store, painter, signal);
  const live = new Live(owner);
  const speaker = new Speaker(store, live);
  const back = () => surface.focus({ preventScroll: true });
  const goTo = new GoTo(owner, store, back);
  const help = new Help(owner, store, back);
  const curtain = new Curtain(owner, store);
  const zoom = new Zoom(owner, painter);
  const tag = new Tag(owner, store, painter);
  const callout = new Callout(owner, store, tag, back);
  const menu = new CardMenu(owner, store, painter, back, signal);
  const clipboard = new Clipboard(owner, back, signal);
  const surface = element(
    owner,
    "div",
    { class: "hexwidget-surface", tabindex: "0", role: "application", "aria-roledescription": "board" },
    painter.root,
  );
  const over = [tag.root, callout.root, menu.root, zoom.root, goTo.root, help.root, clipboard.root, live.alert];
  const stage = element(owner, "div", { class: "hexwidget-stage" }, surface, ...over);
  const picture = () => store.picture(painter.palette.dark ? "dark" : "light");
  const save = async (kind: "png" | "svg") => {
    const svg = await picture();
    if (svg !== null) await savePicture(owner, svg, kind, store.scene.title);
  };
  const head = new Head(
    owner,
    store,
    painter,
    {
      suggest: () => {
        back(); // Enter confirms what is found
        store.advice.seek();
      },
      fullscreen: () => void (owner.fullscreenElement ? owner.exitFullscreen() : root.requestFullscreen?.()),
      save: (kind) => void save(kind),
      copy: (what) => {
        if (what === "link") clipboard.text("Link", store.written("link"));
        else if (what === "position") clipboard.text("Position", store.written("position"));
        else clipboard.picture(picture(), () => void save("png"));
      },
      help: () => help.open(),
    },
    signal,
  );
  const time = new TimeLine(owner, store, () => motion.rest(), signal);
  const bar = new Bar(owner, store, () => surface.focus());
  const text = new TextBoard(owner, store);
  const grid = element(owner, "div", { class: "hexwidget-grid" });
  // The panel follows the stage: its buttons come before the bar's only where the bar is below it.
  grid.append(head.root, stage, time.root, bar.root, panel.root, text.root);
  const frame = element(owner, "div", { class: "hexwidget-frame" }, grid, curtain.root);
  const root = element(owner, "div", { class: "hexwidget", lang: "en" });
  root.append(frame, live.polite);
  holdShortcuts(root, signal);

  let ownHues: string | undefined;
  /** Paint the map in the colours of the theme; false if they are the same as before. */
  const applyTheme = () => {
    const theme = themeOf(owner, store.theme);
    const own = store.scene.players.map((player) => player.hue).join();
    if (root.dataset.theme === theme && own === ownHues) return false;
    root.dataset.theme = theme;
    ownHues = own;
    painter.palette = paletteOf(theme, store.scene.players);
    painter.paintAll();
    head.forget();
    panel.forget();
    return true;
  };
  /** Make the board as wide as its cell, and in full screen as high as the screen. Its height depends on the map alone, in a pane of its own on the pane. */
  const resize = () => {
    const full = owner.fullscreenElement === root;
    root.classList.toggle("hexwidget-full", full);
    // A hidden board has no width; it keeps the last one.
    const width = stage.clientWidth || painter.view?.width || 640;
    const usual = stageHeight(store.map, frame.clientWidth, width, Boolean(store.status.taught));
    const pane = fitStage(root, stage, usual);
    if (pane) sizes.observe(pane);
    return painter.resize(width, stage.clientHeight, full);
  };
  let fitting = false;
  /** Fit the parts in before the next frame: each that reads its size makes the browser lay out the page, so they do it together. */
  const fitSoon = () => {
    if (fitting) return;
    fitting = true;
    owner.defaultView?.requestAnimationFrame(() => {
      fitting = false;
      if (signal.aborted) return;
      for (const part of [bar, panel, tag, callout]) part.fit();
    });
  };
  /** True while a pointer is used: then the map is shown first, and what stands beside it in the frame after that. */
  let byPointer = false;
  let before = { pieces: store.state.pieces, timeline: store.timeline, seenBy: store.status.seenBy };
  const update = (changes: ReadonlySet<Change>) => {
    if (changes.size === 1 && changes.has("marks")) {
      painter.paintTop();
      return;
    }
    const onlyLooking = [...changes].every((change) => LOOKING.has(change));
    if (!onlyLooking) motion.end();
    if (changes.has("scene")) {
      if (!resize()) painter.rebind();
      painter.paintAll();
    } else {
      const repaint = ["state", "choices", "settings"].some((change) => changes.has(change as Change));
      if (repaint && store.map.mat) painter.paintAll();
      else if (repaint) {
        painter.paintMarks();
        painter.paintPieces();
      }
      painter.paintTop();
    }
    if (changes.has("scene") || changes.has("settings")) applyTheme();
    speaker.speak(changes);
    const forward = store.timeline.depth > before.timeline.depth && store.status.seenBy === before.seenBy;
    if (changes.has("state") && forward && !changes.has("scene")) motion.play(before.pieces);
    before = { pieces: store.state.pieces, timeline: store.timeline, seenBy: store.status.seenBy };
    looked &&= onlyLooking;
    if (!onlyLooking) bar.ask();
    if (byPointer && [...changes].every((change) => change === "choices" || LOOKING.has(change))) beside.soon();
    else beside.now();
  };
  let looked = true;
  /** Renew what stands beside the map. */
  const beside = new Later(owner.defaultView, () => {
    if (signal.aborted) return;
    head.render();
    if (looked) bar.renderGo();
    else {
      bar.render();
      time.render();
      const asText = text.root.hidden && store.settings.asText;
      text.render();
      if (asText) text.root.scrollIntoView({ block: "nearest" });
      curtain.render();
    }
    panel.render();
    tag.render();
    callout.render();
    menu.render();
    root.classList.toggle("hexwidget-plain", store.status.taught === "plain");
    root.classList.toggle("hexwidget-lost", store.requests.line === "lost");
    root.classList.toggle("hexwidget-cut", store.requests.line === "cut");
    root.classList.toggle("hexwidget-mat", store.map.mat);
    root.classList.toggle("hexwidget-wheeled", store.state.wheel !== null);
    root.classList.toggle("hexwidget-covered", store.viewpoint.curtain !== null);
    if (store.viewpoint.curtain === null) live.warn(store.requests.error);
    const label = `${store.scene.title}. ${store.state.description}`;
    if (surface.getAttribute("aria-label") !== label) surface.setAttribute("aria-label", label);
    looked = true;
    fitSoon();
  });
  store.changes.watch(update);
  // The places of moving pieces were those of the view before.
  painter.onView = () => {
    motion.end();
    zoom.render();
    menu.place();
    tag.render();
    fitSoon();
  };

  const listen = { signal };
  listenToPointers(surface, store, painter, (index, touch) => menu.press(index, touch), signal);
  // Any input ends the motion and a search for a move, so that it meets the board as it is.
  const rest = ({ type }: Event) => {
    byPointer = type !== "keydown";
    if (!byPointer) beside.settle();
    if (type === "pointermove") return;
    motion.end();
    store.advice.stop();
  };
  for (const kind of ["pointermove", "pointerdown", "keydown"])
    root.addEventListener(kind, rest, { signal, capture: true });
  panel.root.addEventListener(
    "click",
    ({ target }) => {
      const within = (selector: string) => (target as Element).closest(selector) !== null;
      // After a click on the wheel the keyboard is on the board; after a remedy, on the action that confirms it.
      if (within(".hexwidget-wheel")) back();
      else if (within("button.hexwidget-remedy"))
        queueMicrotask(() => {
          beside.settle();
          bar.enter();
        });
    },
    listen,
  );
  showCaps(root, signal);
  const keyParts = {
    painter,
    enterBar: () => bar.enter(),
    enterMenu: () => menu.enter(),
    closeMenu: () => menu.dismiss(),
    askWhere: () => goTo.open(),
    help: () => help.open(),
  };
  listenToKeys(root, surface, store, keyParts, signal);

  watchTheme(owner, () => applyTheme() && beside.now(), signal);
  // A size that changes during the observation of sizes would be observed again and again; the next frame is safe.
  const fitIn = () =>
    owner.defaultView?.requestAnimationFrame(() => {
      if (signal.aborted) return;
      bar.fit();
      if (resize()) painter.paintAll();
    });
  const sizes = new ResizeObserver(fitIn);
  sizes.observe(stage);
  owner.addEventListener("fullscreenchange", fitIn, listen);
  signal.addEventListener("abort", () => {
    sizes.disconnect();
    root.remove();
  });

  el.append(root);
  resize();
  applyTheme();
  speaker.speak(new Set<Change>(["choices"]));
  looked = false;
  beside.now();
  store.requests.hello();
}

/** Show the keys of all buttons while `?` is held. */
function showCaps(root: HTMLElement, signal: AbortSignal): void {
  const show = (shown: boolean) => root.classList.toggle("hexwidget-caps", shown);
  root.addEventListener("keydown", ({ key }) => key === "?" && show(true), { signal, capture: true });
  root.addEventListener("keyup", () => show(false), { signal, capture: true });
  root.addEventListener("focusout", ({ relatedTarget }) => relatedTarget === null && show(false), { signal });
}

/** Render a board. A failure is reported in words; its details go to the browser's console. */
function render({
  model,
  el,
  signal,
}: Pick<RenderProps<BoardState>, "model" | "el"> & { signal?: AbortSignal }): () => void {
  const end = new AbortController();
  signal?.addEventListener("abort", () => end.abort());
  try {
    renderBoard(model, el, end.signal);
  } catch (error) {
    console.error(error);
    const text = "The board could not be drawn. Run the cell again; if that does not help, restart the kernel.";
    el.append(element(el.ownerDocument, "div", { class: "hexwidget-alert", role: "alert", lang: "en" }, text));
  }
  return () => end.abort();
}

export { mapOf } from "./geometry/map";
export default { render };
