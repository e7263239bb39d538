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

import hexwidget as hw

def start(wanted):
    global board
    board = hw.Board(hw.open_link(wanted) if "hw1." in wanted else hw.scenario(wanted))

def receive(text):
    board.comm.handle_msg({"content": {"data": json.loads(text)}, "buffers": []})
`;

let start, receive;
const ready = (async () => {
  postMessage({ type: "progress", text: "Python is being loaded …" });
  const pyodide = await loadPyodide({ lockFileURL: new URL("./static/pyodide/play-lock.json", import.meta.url).href, packages: ["hexwidget"] });
  pyodide.globals.set("to_page", (type, id, text) => postMessage({ type, id, text }));
  pyodide.runPython(PYTHON);
  start = pyodide.globals.get("start");
  receive = pyodide.globals.get("receive");
})();

onmessage = async ({ data }) => {
  try {
    await ready;
    if (data.type === "start") start(data.wanted);
    else receive(data.data);
  } catch (error) {
    const lines = String(error.message).trim().split("\n");
    // An error of ours is a title and indented lines, at the end of the traceback.
    const from = lines.findLastIndex((line) => /^\S*(Error|Position)\b/.test(line));
    postMessage({ type: "failed", text: lines.slice(Math.max(0, from)).join("\n").replace(/^[\w.]+: /, "") });
  }
};
