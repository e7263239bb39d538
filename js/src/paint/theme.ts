// The theme of the board: light or dark as the page around it (JupyterLab, VS Code, Colab, marimo, Jupyter Book, Quarto, Shiny, Solara,
// Panel), else as the system prefers; with more contrast where the system or the page asks for it. The board or its menu may want another
// theme.

import type { Theme } from "../draw/palette";

const DARK = "(prefers-color-scheme: dark)";
const CONTRAST = ["(prefers-contrast: more)", "(forced-colors: active)"];

/** The theme that fits the page, or the one that is wanted in its place. */
export function themeOf(owner: Document, choice: Theme | "auto" = "auto"): Theme {
  if (choice === "light-contrast" || choice === "dark-contrast") return choice;
  const theme = choice === "light" || choice === "dark" ? choice : isDark(owner) ? "dark" : "light";
  return CONTRAST.some((query) => owner.defaultView?.matchMedia?.(query).matches) ||
    owner.body.dataset.vscodeThemeKind?.includes("high-contrast")
    ? `${theme}-contrast`
    : theme;
}

function isDark(owner: Document): boolean {
  const { body, documentElement: root } = owner;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  const code = body.dataset.vscodeThemeKind;
  if (code) return code.includes("dark") || (code.includes("high-contrast") && !code.includes("light"));
  // An attribute in Colab, in Jupyter Book, in Furo and in Shiny, a class in marimo, in Quarto and in Solara.
  const { theme: name, bsTheme } = root.dataset;
  const classes = `${body.className} ${root.className} ${solara(owner)?.className}`;
  const named = `${root.getAttribute("theme")} ${name} ${bsTheme} ${body.dataset.theme} ${classes}`;
  const [, theme] = /(?:^|\s|quarto-|theme--)(dark|light)(?!\S)/.exec(named) ?? [];
  if (theme) return theme === "dark";
  // A dark page of Panel has a colour alone.
  if (owner.defaultView?.getComputedStyle(root).backgroundColor === "rgb(18, 18, 18)") return true;
  return owner.defaultView?.matchMedia?.(DARK).matches ?? false;
}

/** The element of Solara's page that has its theme. */
const solara = (owner: Document) => owner.querySelector(".v-application[data-app]");

/** Call back when the theme of the page may have changed. */
export function watchTheme(owner: Document, react: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(react);
  const options = {
    attributes: true,
    attributeFilter: ["class", "theme", "data-theme", "data-bs-theme", "data-jp-theme-light", "data-vscode-theme-kind"],
  };
  observer.observe(owner.body, options);
  observer.observe(owner.documentElement, options);
  const app = solara(owner);
  if (app) observer.observe(app, options);
  for (const query of [DARK, ...CONTRAST])
    owner.defaultView?.matchMedia?.(query).addEventListener("change", react, { signal });
  signal.addEventListener("abort", () => observer.disconnect());
}
