// The words about the door in the language of the server, which sends them with the page.

import { speak } from "../../kernel/language";

const { words } = document.body.dataset;
if (words) speak(JSON.parse(words));
