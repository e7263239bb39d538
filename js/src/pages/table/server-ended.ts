// A server that has ended behind a proxy or a hub, which then answers in its place: with a page of its own, or the way to its login.

import { say } from "./spoken";

/** The beginning of a sentence that says so. */
export const away = () => say("The server of this page does not run now, and its owner can start it again");

/** True if another server answers in place of the page's own. */
export async function isAway(): Promise<boolean> {
  try {
    return !(await fetch(location.href, { redirect: "manual" })).ok;
  } catch {
    return false; // nobody answers
  }
}

/** The JSON value that our server answers with. */
export async function answerOf(reply: Response): Promise<ReturnType<typeof JSON.parse>> {
  return reply.json().catch(() => ({ error: `${away()}.` }));
}
