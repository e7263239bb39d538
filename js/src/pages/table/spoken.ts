// The language of a page of a server, which sends the words with the page. A panel about a game speaks the language of its system.

import { speak } from "../../kernel/language";

export { counted, language, say } from "../../kernel/language";

const words = JSON.parse(document.body.dataset.words ?? '{ "language": "en" }');

/** Speak the language of the page from now on, or that of a panel. The page brings the words of its own alone. */
export function speakAs(code: string = words.language): string {
  return speak(code === words.language && words.said ? words : undefined);
}

speakAs();
