// The Python half. `comm` gets a function that sends; everything else is hexwidget unchanged.
import { loadPyodide } from "./static/pyodide/pyodide.mjs";

const PYTHON = `
import json
import comm
from comm.base_comm import BaseComm

class PageComm(BaseComm):
    """A comm whose other end is the page. JSON keeps null and None apart from undefined, which Pyodide's own conversion does not."""
    def publish_msg(self, msg_type, data=None, metadata=None, buffers=None, **keys):
        if msg_type in ("comm_open", "comm_msg"):
            to_page(msg_type, self.comm_id, json.dumps(data))

comm.create_comm = PageComm

from hexwidget import Board, open_link, scenario

def start(wanted):
    global board
    if wanted.startswith("learn/"):
        from hexwidget.lessons import first_game  # a position needs no lessons
        board = first_game(wanted.removeprefix("learn/")).board
    else:
        board = Board(open_link(wanted) if "hw1." in wanted else scenario(wanted))

def receive(text):
    board.comm.handle_msg({"content": {"data": json.loads(text)}, "buffers": []})
`;

let start, receive;
const tell = (text) => postMessage({ type: "progress", text });
const ready = (async () => {
  tell("Loading Python and the rules. The first time this takes longest …");
  const pyodide = await loadPyodide({ lockFileURL: new URL("./static/pyodide/play-lock.json", import.meta.url).href, packages: ["hexwidget"] });
  pyodide.globals.set("to_page", (type, id, text) => postMessage({ type, id, text }));
  tell("Starting the rules engine …");
  pyodide.runPython(PYTHON);
  start = pyodide.globals.get("start");
  receive = pyodide.globals.get("receive");
})();

async function open(wanted) {
  try {
    await ready;
    tell("Setting up the position …");
    start(wanted);
  } catch (error) {
    const lines = String(error.message).trim().split("\n");
    // An error of ours is a title and indented lines, at the end of the traceback.
    const from = lines.findLastIndex((line) => /^\S*(Error|Position)\b/.test(line));
    postMessage({ type: "failed", text: lines.slice(Math.max(0, from)).join("\n").replace(/^[\w.]+: /, "") });
  }
}

onmessage = ({ data }) => (data.type === "start" ? open(data.wanted) : receive(data.data));
