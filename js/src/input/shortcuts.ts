// Keys of the host: JupyterLab's own shortcuts while the board has the focus.

/** Lumino runs no shortcut for an element that carries this attribute. */
const SUPPRESS = "data-lm-suppress-shortcuts";

/**
 * Keep the host's shortcuts of single keys off the board: `d d` would delete the cell. Shortcuts with Ctrl, Cmd or Alt still
 * work, so that Ctrl+S saves the notebook; only undo and redo are the board's own.
 */
export function holdShortcuts(root: HTMLElement, signal: AbortSignal): void {
  const listen = { signal };
  // Notebook 7 looks for the attribute on the focused element only.
  root.addEventListener("focusin", ({ target }) => hold(target), listen);
  root.addEventListener("focusout", ({ target }) => (target as Element).removeAttribute(SUPPRESS), listen);
  // The host listens on the document, before the board. The window is earlier still.
  root.ownerDocument.defaultView?.addEventListener(
    "keydown",
    (event) => {
      const [target] = event.composedPath();
      if (!(target instanceof Element) || !root.contains(target)) return;
      if (!(event.ctrlKey || event.metaKey || event.altKey) || isStep(event)) return;
      target.removeAttribute(SUPPRESS);
      setTimeout(() => target.matches(":focus") && hold(target));
    },
    { signal, capture: true },
  );
}

function hold(target: EventTarget | null): void {
  if (target instanceof Element) target.setAttribute(SUPPRESS, "true");
}

/** True if the keys undo or redo: Ctrl+Z or Ctrl+Y, or Cmd in place of Ctrl. */
export function isStep({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !altKey && /^[zy]$/i.test(key);
}
