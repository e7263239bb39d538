// The place that the address of a page names: behind the "#" stands the token of a link, or "place=" and the key of a place that a
// cookie of this browser opens. Each tab keeps its own place so. Behind a "?" stands the name of a table, at which a hub says who sits where.

const BY_COOKIE = "#place=";

/** The first message to the server. */
export type Greeting = { token: string } | { place: string } | { table: string };

export function greetingOf(hash: string, search = ""): Greeting {
  if (search && hash.length < 2) return { table: decodeURIComponent(search.slice(1)) };
  return hash.startsWith(BY_COOKIE) ? { place: hash.slice(BY_COOKIE.length) } : { token: hash.slice(1) };
}

/** Exchange a token for a cookie, and take it out of the address. Where the browser keeps no cookies, the address stays.
 * @param at - the path that exchanges it */
export async function keepPlace(token: string, at = "seat"): Promise<void> {
  try {
    const place = await asked(at, { token });
    if (place && (await asked(at, { place }))) history.replaceState(null, "", `${BY_COOKIE}${place}`);
  } catch {
    // The line is cut: the token in the address still opens the place.
  }
}

async function asked(at: string, greeting: Greeting): Promise<string> {
  const answer = await fetch(new URL(at, location.href), { method: "POST", body: JSON.stringify(greeting) });
  return answer.ok ? (await answer.json()).place : "";
}
