// A board: its parts, and a table of the repaints after each change.

import type { AnyModel } from "@anywidget/types";
import { Bar } from "../chrome/bar/bar";
import { Lesson } from "../chrome/bar/lesson";
import { Clipboard } from "../chrome/editing/clipboard";
import { Caption } from "../chrome/editing/editor";
import { savePicture, saveText } from "../chrome/editing/pictures";
import { element, set } from "../chrome/elements/dom";
import { Head } from "../chrome/head/head";
import type { Actions } from "../chrome/head/menu";
import { CardMenu } from "../chrome/map/cardmenu";
import { Curtain, GoTo, Help } from "../chrome/map/overlays";
import { fitStage, hasStrip, isLow, isTight, stageHeight, viewHeight } from "../chrome/map/sizes";
import { Tag } from "../chrome/map/tag";
import { TimeLine } from "../chrome/map/time";
import { Zoom } from "../chrome/map/zoom";
import { Panel } from "../chrome/panel/panel";
import { Live } from "../chrome/speech/live";
import { Speaker } from "../chrome/speech/speaker";
import { TextBoard } from "../chrome/speech/textboard";
import { paletteOf } from "../draw/palette";
import { listenToKeys } from "../input/keyboard";
import { Pointers } from "../input/pointer";
import { holdShortcuts } from "../input/shortcuts";
import { say, speak } from "../kernel/language";
import type { BoardState } from "../kernel/types.gen";
import { Motion } from "../paint/motion";
import { Painter } from "../paint/painter";
import { Later } from "../paint/scheduling";
import { themeOf, watchTheme } from "../paint/theme";
import type { Change } from "../state/changes";
import type { Form } from "../state/editing";
import { Store } from "../state/store";

/**
 * The things that are painted again. For each change the top layer of the map is, and moreover:
 * - map: all its layers; pieces: the layers of marks and pieces;
 * - theme: the colours of everything, if they have changed;
 * - parts: all parts beside the map; looks: only those about what is looked at.
 * At once: the parts do not wait until the map is shown.
 */
type Again = "map" | "pieces" | "theme" | "parts" | "looks" | "at once";

/** The parts to paint again after each change. */
const AGAIN: Record<Change, readonly Again[]> = {
  scene: ["map", "theme", "parts", "at once"],
  settings: ["pieces", "theme", "parts", "at once"],
  state: ["pieces", "parts", "at once"],
  choices: ["pieces", "parts"],
  notice: ["parts", "at once"],
  focus: ["looks"],
  explained: ["looks"],
  marks: ["at once"],
};

export class Board {
  private readonly owner = this.el.ownerDocument;
  private readonly store = new Store(this.model, this.signal);
  /** Let the page speak the language of this board. */
  private readonly speak = () => speak(this.store.scene.words);
  private readonly language = this.speak();
  private readonly painter = new Painter(this.owner, this.store, this.signal);
  private readonly motion = new Motion(this.owner, this.store, this.painter, this.signal);
  private readonly panel = new Panel(this.owner, this.store, this.painter, this.signal);
  private readonly live = new Live(this.owner);
  private readonly speaker = new Speaker(this.store, this.live);
  /** Give the keyboard back to the map. */
  private readonly back = () => this.surface.focus({ preventScroll: true });
  private readonly goTo = new GoTo(this.owner, this.store, this.back);
  private readonly help = new Help(this.owner, this.store, this.back);
  private readonly curtain = new Curtain(this.owner, this.store);
  private readonly zoom = new Zoom(this.owner, this.painter);
  private readonly tag = new Tag(this.owner, this.store, this.painter);
  private readonly lesson = new Lesson(this.owner, this.store, this.painter, this.back);
  private readonly menu = new CardMenu(this.owner, this.store, this.painter, this.back, this.signal);
  private readonly clipboard = new Clipboard(this.owner, this.back, this.signal);
  private readonly caption = new Caption(this.owner, this.store, this.back);
  private readonly surface = element(
    this.owner,
    "div",
    { class: "hexwidget-surface", tabindex: "0", role: "application", "aria-roledescription": say("board") },
    this.painter.root,
  );
  private readonly stage = element(
    this.owner,
    "div",
    { class: "hexwidget-stage" },
    this.surface,
    this.lesson.line,
    ...[this.tag, this.menu, this.zoom, this.goTo, this.help, this.clipboard, this.caption].map(({ root }) => root),
    this.live.alert,
  );
  private readonly head = new Head(this.owner, this.store, this.painter, this.actions(), this.signal);
  private readonly time = new TimeLine(this.owner, this.store, () => this.motion.rest(), this.signal);
  // A press leaves the page where it is: else the button would move away from the pointer. Keys bring the map into view.
  private readonly bar = new Bar(this.owner, this.store, () => this.surface.focus({ preventScroll: this.byPointer }));
  private readonly text = new TextBoard(this.owner, this.store);
  private readonly frame = this.framed();
  private readonly root = element(
    this.owner,
    "div",
    { class: "hexwidget", lang: this.language },
    this.frame,
    this.live.polite,
  );
  // A size that changes during the observation of sizes would be observed again and again; the next frame is safe.
  private readonly sizes = new ResizeObserver(() => this.fitIn());
  private readonly beside = new Later(this.owner.defaultView, () => this.renderBeside());
  /** True if all parts beside the map are painted next, and not only those about what is looked at. */
  private whole = true;
  /** True while a pointer is used: then the map is shown first, and what stands beside it in the frame after that. */
  private byPointer = false;
  /** True while a button is pressed. */
  private pressed = false;
  private fitting = false;
  /** The height that the stage has in a cell. */
  private high = 0;
  /** True while the page is printed: paper is white. */
  private printing = false;
  private ownHues: string | undefined;
  private before = this.seen();

  constructor(
    private readonly model: AnyModel<BoardState>,
    private readonly el: HTMLElement,
    private readonly signal: AbortSignal,
  ) {
    const { owner, root, store } = this;
    holdShortcuts(root, signal);
    store.changes.watch((changes) => this.update(changes));
    this.painter.onView = () => this.followView();
    this.listen();
    watchTheme(owner, () => this.applyTheme() && this.beside.now(), signal);
    owner.defaultView?.addEventListener("beforeprint", () => this.print(true), { signal });
    owner.defaultView?.addEventListener("afterprint", () => this.print(false), { signal });
    this.sizes.observe(this.stage);
    owner.addEventListener("fullscreenchange", () => this.fitIn(), { signal });
    signal.addEventListener("abort", () => {
      this.sizes.disconnect();
      root.remove();
    });
    el.append(root);
    this.resize();
    this.applyTheme();
    this.speaker.speak(new Set<Change>(["choices"]));
    this.beside.now();
    this.comeIntoView();
    store.requests.hello();
  }

  /** A lesson that begins is brought to the top of the view, where its texts have room to grow: a notebook scrolls to the cell below it
   * when it is run. */
  private comeIntoView(): void {
    const { owner, root, store } = this;
    if (!store.status.taught || store.status.recorded || store.timeline.length > 0) return;
    owner.defaultView?.requestAnimationFrame(() => root.scrollIntoView?.({ block: "start" }));
  }

  private framed(): HTMLElement {
    const { owner } = this;
    const grid = element(owner, "div", { class: "hexwidget-grid" });
    // The panel follows the stage: its buttons come before the bar's only where the bar is below it.
    grid.append(
      this.head.root,
      this.stage,
      this.time.root,
      this.lesson.root,
      this.bar.root,
      this.panel.root,
      this.text.root,
    );
    return element(owner, "div", { class: "hexwidget-frame" }, grid, this.curtain.root);
  }

  /** The commands of the menu that need several parts. */
  private actions(): Actions {
    const { clipboard, owner, painter, store } = this;
    const picture = () => store.picture(painter.palette.dark ? "dark" : "light");
    const save = async (kind: "png" | "svg") => {
      const svg = await picture();
      if (svg !== null) await savePicture(owner, svg, kind, store.scene.title);
    };
    const take = async (form: Form) => {
      if (form === "address") return clipboard.text("Link", store.written(form));
      if (form === "python") return clipboard.text("Python", store.written(form));
      const text = await store.written(form);
      const name = form === "handout" ? `${store.scene.title} handout` : store.scene.title;
      if (text !== null) saveText(owner, text, form === "scenario" ? "json" : "html", name);
    };
    store.editing.take = (form) => void take(form);
    return {
      take: (form) => void take(form),
      suggest: () => {
        this.back(); // Enter confirms what is found
        store.advice.seek();
      },
      fullscreen: () => void (owner.fullscreenElement ? owner.exitFullscreen() : this.root.requestFullscreen?.()),
      save: (kind) => void save(kind),
      copy: (what) => {
        if (what === "link") clipboard.text("Link", store.written("link"));
        else if (what === "game") clipboard.text("Game", store.written("game"));
        else if (what === "position") clipboard.text("Position", store.written("position"));
        else clipboard.picture(picture(), () => void save("png"));
      },
      help: () => this.help.open(),
    };
  }

  // ------------------------------------------------------------------ painting again
  /** Paint again what the changes of a task ask for. */
  private update(changes: ReadonlySet<Change>): void {
    const { beside, motion } = this;
    this.speak();
    const again = new Set([...changes].flatMap((change) => AGAIN[change]));
    const parts = again.has("parts");
    if (parts) motion.end();
    if (parts) this.painter.followTutor();
    this.paintMap(again);
    if (!parts && !again.has("looks")) return;
    if (again.has("theme")) this.applyTheme();
    this.speaker.speak(changes);
    this.playOn(changes);
    if (parts) {
      this.whole = true;
      this.bar.ask();
    }
    if (this.byPointer && !again.has("at once")) beside.soon();
    else beside.now();
  }

  private paintMap(again: ReadonlySet<Again>): void {
    const { painter } = this;
    if (again.has("map")) {
      if (!this.resize()) painter.rebind();
      painter.paintAll();
      return;
    }
    if (again.has("pieces") && this.store.map.mat) painter.paintAll();
    else if (again.has("pieces")) {
      painter.paintMarks();
      painter.paintPieces();
    }
    painter.paintTop();
  }

  private seen() {
    const { state, status, timeline } = this.store;
    return { pieces: state.pieces, depth: timeline.depth, seenBy: status.seenBy };
  }

  /** Show the pieces move if the game has gone on. */
  private playOn(changes: ReadonlySet<Change>): void {
    const { before } = this;
    const now = this.seen();
    this.before = now;
    const forward = now.depth > before.depth && now.seenBy === before.seenBy;
    if (changes.has("state") && forward && !changes.has("scene")) this.motion.play(before.pieces);
  }

  /** Renew what stands beside the map. */
  private renderBeside(): void {
    // A browser makes no click of a press if the button moves or is replaced before the press ends.
    if (this.signal.aborted || this.pressed) return;
    this.speak();
    const { bar, root, store, text } = this;
    this.head.render();
    if (this.whole) {
      bar.render();
      this.time.render();
      const asText = text.root.hidden && store.settings.asText;
      text.render();
      if (asText) text.root.scrollIntoView({ block: "nearest" });
      this.curtain.render();
    } else bar.renderGo();
    for (const part of [this.panel, this.tag, this.lesson, this.menu, this.caption]) part.render();
    const { curtain } = store.viewpoint;
    for (const [name, on] of [
      ["plain", store.status.taught === "plain"],
      ["taught", Boolean(store.status.taught)],
      ["lost", store.requests.line === "lost"],
      ["cut", store.requests.line === "cut"],
      ["mat", store.map.mat],
      ["wheeled", store.state.wheel !== null],
      ["covered", curtain !== null],
    ] as const)
      root.classList.toggle(`hexwidget-${name}`, on);
    if (curtain === null) this.live.warn(store.requests.error);
    set(this.surface, "aria-label", `${store.scene.title}. ${store.state.description}`);
    this.whole = false;
    this.fitSoon();
  }

  /** Follow the view of the map. The places of moving pieces were those of the view before. */
  private followView(): void {
    this.motion.end();
    this.zoom.render();
    this.menu.place();
    this.tag.render();
    this.fitSoon();
  }

  /** Paint the map in the colours of the theme; false if they are the same as before. */
  private applyTheme(): boolean {
    const { painter, root, store } = this;
    const theme = this.printing ? "light" : themeOf(this.owner, store.theme);
    const own = store.scene.players.map((player) => player.hue).join();
    if (root.dataset.theme === theme && own === this.ownHues) return false;
    root.dataset.theme = store.settings.worn = theme;
    this.ownHues = own;
    painter.palette = paletteOf(theme, store.scene.players);
    painter.paintAll();
    this.head.forget();
    this.panel.forget();
    return true;
  }

  /** Make the board ready for the printer, which does not wait for anything, or for the screen again. */
  private print(on: boolean): void {
    this.printing = on;
    if (this.applyTheme()) this.beside.now();
    if (on) this.painter.end();
  }

  // ------------------------------------------------------------------ sizes
  /** Make the board as wide as its cell, and in full screen as high as the screen. Its height depends on the map alone, in a pane of its own on the pane. */
  private resize(): boolean {
    const { owner, painter, root, stage, store } = this;
    const full = owner.fullscreenElement === root;
    root.classList.toggle("hexwidget-full", full);
    // A hidden board has no width; it keeps the last one.
    const width = stage.clientWidth || painter.view?.width || 640;
    const board = this.frame.clientWidth;
    const view = viewHeight(root);
    const low = isLow(board, view);
    const room = { board, width, view, low, taught: Boolean(store.status.taught) };
    root.classList.toggle("hexwidget-low", low && !full);
    root.classList.toggle("hexwidget-tight", isTight(room) && !full);
    const high = stageHeight(store.map, room);
    // While the map is edited, its size changes nothing else: the tools stay under the pointer.
    if (!store.editing.on || !this.high) this.high = high;
    const pane = fitStage(root, stage, this.high, hasStrip(store.map, room));
    if (pane) this.sizes.observe(pane);
    return painter.resize(width, stage.clientHeight, full);
  }

  /** Follow a new size in the next frame. */
  private fitIn(): void {
    this.owner.defaultView?.requestAnimationFrame(() => {
      if (this.signal.aborted) return;
      this.bar.fit();
      if (this.resize()) this.painter.paintAll();
    });
  }

  /** Fit the parts in before the next frame: each that reads its size makes the browser lay out the page, so they do it together. */
  private fitSoon(): void {
    if (this.fitting) return;
    this.fitting = true;
    this.owner.defaultView?.requestAnimationFrame(() => {
      this.fitting = false;
      if (this.signal.aborted) return;
      for (const part of [this.bar, this.panel, this.tag, this.lesson]) part.fit();
    });
  }

  // ------------------------------------------------------------------ input
  private listen(): void {
    const { bar, goTo, help, menu, owner, painter, root, signal, store, surface } = this;
    new Pointers(surface, store, painter, (index, touch) => menu.press(index, touch), signal);
    for (const kind of ["pointermove", "pointerdown", "keydown"])
      root.addEventListener(kind, (event) => this.onInput(event), { signal, capture: true });
    const press = ({ target }: Event) => this.press((target as Element).closest("button") !== null);
    root.addEventListener("mousedown", press, { signal, capture: true });
    owner.addEventListener("mouseup", () => this.press(false), { signal, capture: true });
    for (const kind of ["click", "input", "change", "focusin"])
      root.addEventListener(kind, this.speak, { signal, capture: true });
    this.panel.root.addEventListener("click", (event) => this.onPanel(event), { signal });
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
  }

  /** Any input ends the motion and a search for a move, so that it meets the board as it is. */
  private onInput({ buttons, type }: Event & { buttons?: number }): void {
    this.speak();
    this.byPointer = type !== "keydown";
    if (!buttons) this.press(false); // the end of a press outside the page is not told
    if (!this.byPointer) this.beside.settle();
    if (type === "pointermove") return;
    this.motion.end();
    this.store.advice.stop();
  }

  /** Note that a button is pressed, or let go: then what stands beside the map is renewed. */
  private press(pressed: boolean): void {
    if (this.pressed && !pressed) this.beside.soon();
    this.pressed = pressed;
  }

  /** After a click on the wheel the keyboard is on the board; after a remedy, on the action that confirms it. */
  private onPanel({ target }: Event): void {
    const within = (selector: string) => (target as Element).closest(selector) !== null;
    if (within(".hexwidget-wheel")) this.back();
    else if (within("button.hexwidget-remedy"))
      queueMicrotask(() => {
        this.beside.settle();
        this.bar.enter();
      });
  }
}

/** Show the keys of all buttons while `?` is held. */
function showCaps(root: HTMLElement, signal: AbortSignal): void {
  const show = (shown: boolean) => root.classList.toggle("hexwidget-caps", shown);
  root.addEventListener("keydown", ({ key }) => key === "?" && show(true), { signal, capture: true });
  root.addEventListener("keyup", () => show(false), { signal, capture: true });
  root.addEventListener("focusout", ({ relatedTarget }) => relatedTarget === null && show(false), { signal });
}
