// What VS Code's Jupyter extension does for a notebook, in short: it runs the cells in a kernel. And a disk with one notebook.
const vscode = require("vscode");

const VIEW = "application/vnd.jupyter.widget-view+json";
const refused = (uri) => {
  throw vscode.FileSystemError.NoPermissions(uri);
};

const disk = (root) => ({
  onDidChangeFile: () => new vscode.Disposable(() => {}),
  watch: () => new vscode.Disposable(() => {}),
  async stat({ path }) {
    if (path === "/") return { type: vscode.FileType.Directory, ctime: 0, mtime: 0, size: 0 };
    if (path !== "/board.ipynb") throw vscode.FileSystemError.FileNotFound(path);
    return { type: vscode.FileType.File, ctime: 0, mtime: 0, size: 1 };
  },
  readFile: async ({ path }) => new Uint8Array(await (await fetch(root + path)).arrayBuffer()),
  readDirectory: async () => [["board.ipynb", vscode.FileType.File]],
  writeFile: refused,
  createDirectory: refused,
  delete: refused,
  rename: refused,
});

/** Run a cell in the kernel, and show the widgets that it displays. */
async function run(cell, number, controller, { socket, hearers }) {
  const execution = controller.createNotebookCellExecution(cell);
  execution.start(Date.now());
  await execution.clearOutput();
  const header = { msg_id: `run ${number}`, msg_type: "execute_request", session: "editor", username: "", version: "5.3" };
  const content = { code: cell.document.getText(), silent: false, store_history: true, allow_stdin: false };
  const status = await new Promise((done) => {
    hearers.set(header.msg_id, (type, { data, status }) => {
      const shown = data?.[VIEW] && vscode.NotebookCellOutputItem.json(data[VIEW], VIEW);
      if (shown) execution.appendOutput(new vscode.NotebookCellOutput([shown]));
      if (type === "execute_reply") done(status);
    });
    socket.send(JSON.stringify({ channel: "shell", header, parent_header: {}, metadata: {}, content, buffers: [] }));
  });
  execution.end(status === "ok", Date.now());
}

exports.activate = async ({ extensionUri }) => {
  const root = extensionUri.toString(true).replace(/\/extension$/, "");
  vscode.workspace.registerFileSystemProvider("disk", disk(root));
  const { address, token, id } = await (await fetch(`${root}/kernel.json`)).json();
  if (!id) return;
  const hearers = new Map();
  const socket = new WebSocket(`${address.replace("http", "ws")}api/kernels/${id}/channels?token=${token}`);
  socket.onmessage = ({ data }) => {
    const { header, parent_header, content } = JSON.parse(data);
    hearers.get(parent_header.msg_id)?.(header.msg_type, content);
  };
  await new Promise((done) => {
    socket.onopen = done;
  });
  const controller = vscode.notebooks.createNotebookController("kernel", "jupyter-notebook", "Python 3");
  controller.supportedLanguages = ["python"];
  let number = 0;
  controller.executeHandler = async (cells) => {
    for (const cell of cells) await run(cell, ++number, controller, { socket, hearers });
  };
};
