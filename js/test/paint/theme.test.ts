// The theme follows what the system prefers.

import { expect, it, vi } from "vitest";
import { watchTheme } from "../../src/paint/theme";

it.each(["(prefers-color-scheme: dark)", "(prefers-contrast: more)", "(forced-colors: active)"])(
  "looks again when %s changes, until it is over",
  (asked) => {
    const queries = new Map<string, EventTarget>();
    const matchMedia = (query: string) => queries.set(query, new EventTarget()).get(query);
    vi.stubGlobal("matchMedia", matchMedia);
    const [react, end] = [vi.fn(), new AbortController()];
    watchTheme(document, react, end.signal);
    queries.get(asked)?.dispatchEvent(new Event("change"));
    expect(react).toHaveBeenCalledTimes(1);
    end.abort();
    queries.get(asked)?.dispatchEvent(new Event("change"));
    expect(react).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
  },
);
