// Light or dark as the page around: JupyterLab, VS Code, marimo, else what the system prefers.

export function isDark(owner: Document): boolean {
  const { body, documentElement: root } = owner;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  const code = body.dataset.vscodeThemeKind;
  if (code) return code.includes("dark") || (code.includes("high-contrast") && !code.includes("light"));
  if (body.classList.contains("dark") || root.classList.contains("dark")) return true;
  if (body.classList.contains("light") || root.classList.contains("light")) return false;
  return owner.defaultView?.matchMedia?.("(prefers-color-scheme: dark)").matches ?? false;
}

/** Call back when the theme of the page may have changed. */
export function watchTheme(owner: Document, react: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(react);
  const options = { attributes: true, attributeFilter: ["class", "data-jp-theme-light", "data-vscode-theme-kind"] };
  observer.observe(owner.body, options);
  observer.observe(owner.documentElement, options);
  const query = owner.defaultView?.matchMedia?.("(prefers-color-scheme: dark)");
  query?.addEventListener("change", react);
  signal.addEventListener("abort", () => {
    observer.disconnect();
    query?.removeEventListener("change", react);
  });
}
