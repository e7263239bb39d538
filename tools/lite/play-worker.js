// The Python half. `comm` gets a function that sends; everything else is hexwidget unchanged.
import { loadPyodide } from "./static/pyodide/pyodide.mjs";

const PYTHON = `
import gc
import json
import comm
from comm.base_comm import BaseComm

class PageComm(BaseComm):
    """A comm whose other end is the page. JSON keeps null and None apart from undefined, which Pyodide's own conversion does not."""
    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        if msg_type in ("comm_open", "comm_msg"):
            keep()
            to_page(msg_type, self.comm_id, json.dumps(data))

comm.create_comm = PageComm

from hexwidget import Board, InputError, open_link, scenario
from hexwidget.files.formats import Document
from hexwidget.widget.pages.page import use_player

use_player(address)
done, kept = None, ""

def keep():
    """Hand the reader's progress to the page if it has changed. The page keeps it before the board shows what has changed."""
    global kept
    if done is not None and done.text != kept:
        kept = done.text
        to_page("done", "", kept)

def find(wanted):
    """Find what the address names. Return the digest and the title of a course, whose progress the page may have kept."""
    global found, part
    wanted, _, part = wanted.partition("&part=")
    if wanted.startswith("learn/"):
        from hexwidget.lessons import first_game  # a position needs no lessons
        found = first_game(wanted.removeprefix("learn/"))
    else:
        found = open_link(wanted) if "hw1." in wanted else scenario(wanted)
    return json.dumps([found.digest, found.title] if isinstance(found, Document) else None)

def start(text):
    global board, done
    gc.freeze()  # what is loaded by now stays, so that no collection looks at it
    if not isinstance(found, Document):
        board = Board(found)
        return
    from hexwidget.lessons import Course, Progress
    try:
        done = Progress.of_text(text) if text else Progress()
    except InputError:  # a damaged entry, or one of a newer version
        done = Progress()
    course = Course(found.parts, found.title, progress=done)
    course.resume()
    if part.isdecimal() and int(part) in range(1, len(course.parts) + 1) and int(part) != course.place + 1:
        course.open(int(part) - 1)
    board = course.board

def receive(text):
    """Hand a message to the board."""
    message = json.loads(text)
    board.comm.handle_msg({"content": {"data": message}, "buffers": []})
    keep()
`;

let find, start, receive;
const tell = (text) => postMessage({ type: "progress", text });
const ready = (async () => {
  tell("Loading Python and the rules. The first time this takes longest …");
  const pyodide = await loadPyodide({ lockFileURL: new URL("./static/pyodide/play-lock.json", import.meta.url).href, packages: ["hexwidget"] });
  pyodide.globals.set("to_page", (type, id, text) => postMessage({ type, id, text }));
  pyodide.globals.set("address", new URL("play.html", import.meta.url).href);
  tell("Starting the rules engine …");
  pyodide.runPython(PYTHON);
  [find, start, receive] = ["find", "start", "receive"].map((name) => pyodide.globals.get(name));
})();

/** Do some work, and let the page say what is wrong with it. */
async function attempt(work) {
  try {
    await ready;
    work();
  } catch (error) {
    const lines = String(error.message).trim().split("\n");
    // An error of ours is a title and indented lines, at the end of the traceback.
    const from = lines.findLastIndex((line) => /^\S*(Error|Position)\b/.test(line));
    postMessage({ type: "failed", text: lines.slice(Math.max(0, from)).join("\n").replace(/^[\w.]+: /, "") });
  }
}

/** Find what the address names. The page answers for a course with the progress that it has kept. */
function open(wanted) {
  tell("Setting up the position …");
  const course = JSON.parse(find(wanted));
  if (course) postMessage({ type: "course", id: course[0], text: course[1] });
  else start("");
}

onmessage = ({ data: { type, data } }) => {
  if (type === "msg") receive(data);
  else attempt(() => (type === "find" ? open(data) : start(data)));
};
