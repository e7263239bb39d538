// Makes snapshots steppable where scripts run. A snapshot is in the page as
//   <div class="hexwidget-snapshot" data-version="of the front end"><script type="application/x-hexwidget">a packed recording
//   </script><div class="hexwidget-still"> a picture </div></div>
// The first snapshot of a notebook brings the front end along: <script type="application/x-hexwidget-parts" data-version="...">.

import { dress, frontEnd, isLoaded } from "./front-end";

/** The time that a snapshot waits for the output with the front end: outputs of a notebook come one after another. */
const LONGEST_WAIT = 60_000;
const PAUSE = 200;
const PLAY = "make a board of it in a cell";

async function partsOf(version: string): Promise<string | null> {
  for (let waited = 0; waited < LONGEST_WAIT; waited += PAUSE) {
    const parts = document.querySelector(`script[type="application/x-hexwidget-parts"][data-version="${version}"]`);
    if (isLoaded(version) || parts?.textContent) return parts?.textContent ?? "";
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
  return null;
}

async function open(holder: HTMLElement): Promise<void> {
  const version = holder.dataset.version ?? "";
  const recording = holder.querySelector("script[type='application/x-hexwidget']")?.textContent;
  const parts = recording ? await partsOf(version) : null;
  if (!recording || parts === null) return; // it stays a picture
  try {
    const { board, recorded, style } = await frontEnd(version, parts).loaded;
    dress(holder, style);
    const made = document.createElement("div");
    holder.append(made);
    const get = (name: string) => (name === "_recording" ? recording : undefined);
    await (await recorded()).show(get as never, made, board, undefined, PLAY);
    for (const still of holder.querySelectorAll(".hexwidget-still")) still.remove();
  } catch (error) {
    console.error(error); // the picture is there
  }
}

for (const holder of document.querySelectorAll<HTMLElement>(".hexwidget-snapshot:not([data-opened])")) {
  holder.dataset.opened = "";
  void open(holder);
}
