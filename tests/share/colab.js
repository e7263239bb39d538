// Google Colab by the rules of its open manager (github.com/googlecolab/colab-cdn-widget-manager) and its users' reports. The notebook's
// page has the kernel. Each output has a frame of another origin with a manager of its own, which asks the page for states and hands it
// messages. A frame hears the kernel's answers to its cell and to itself only: messages of later cells do not arrive (colabtools #498).
import * as base from "@jupyter-widgets/base";
import { ManagerBase } from "@jupyter-widgets/base-manager";
import { KernelManager, KernelMessage, ServerConnection } from "@jupyterlab/services";

const VIEW = "application/vnd.jupyter.widget-view+json", STATE = "application/vnd.jupyter.widget-state+json";

// ------------------------------------------------------------------ the frame of an output
function frame() {
  const waiting = new Map(), hearers = new Map();
  const ask = (what, args) =>
    new Promise((done) => {
      const number = waiting.size + 1;
      waiting.set(number, done);
      parent.postMessage({ number, what, args }, "*");
    });
  const commOf = (id) => ({
    comm_id: id,
    target_name: "",
    send(data, callbacks, _metadata, buffers) {
      ask("send", { id, data: JSON.parse(JSON.stringify(data)), buffers: buffers?.length ?? 0 }).then(() =>
        callbacks?.iopub?.status?.({ content: { execution_state: "idle" } }),
      );
      return "";
    },
    close: () => "",
    on_msg: (hear) => hearers.set(id, hear),
    on_close() {},
  });
  class Manager extends ManagerBase {
    found = new Map();
    async loadClass(className, moduleName) {
      return (await new Promise((done, failed) => requirejs([moduleName], done, failed)))[className];
    }
    get_model(id) {
      if (!this.found.has(id)) this.found.set(id, this.made(id));
      return this.found.get(id);
    }
    async made(id) {
      const { state, live } = await ask("state", { id });
      const { _model_name, _model_module, _model_module_version } = state;
      const names = { model_name: _model_name, model_module: _model_module, model_module_version: _model_module_version };
      return this.new_model({ ...names, model_id: id, comm: live ? commOf(id) : undefined }, state);
    }
  }
  define("@jupyter-widgets/base", base);
  requirejs.config({ paths: { anywidget: "nbextensions/anywidget/index" } });
  const manager = new Manager();
  addEventListener("message", async ({ data }) => {
    if (data.reply) waiting.get(data.reply)(data.value);
    if (data.comm) hearers.get(data.comm)?.({ content: { comm_id: data.comm, data: data.data }, buffers: [] });
    if (data.theme) document.documentElement.setAttribute("theme", data.theme);
    if (data.show) {
      const view = await manager.create_view(await manager.get_model(data.show));
      view.luminoWidget.processMessage({ type: "before-attach" });
      document.body.append(view.el);
      view.luminoWidget.processMessage({ type: "after-attach" });
    }
  });
  // A frame is as high as its output.
  new ResizeObserver(([{ contentRect }]) => parent.postMessage({ what: "height", args: contentRect.height }, "*")).observe(document.body);
  parent.postMessage({ what: "ready" }, "*");
}

// ------------------------------------------------------------------ the page of the notebook
const states = new Map(), frames = [];
window.buffers = 0;
let kernel;

function output(data, metadata, asked) {
  const cell = document.body.appendChild(document.createElement("div"));
  if (!metadata[VIEW]?.colab?.custom_widget_manager?.url) {
    cell.textContent = "Widget is not supported"; // only outputs with this metadata get a manager
    return;
  }
  const node = cell.appendChild(document.createElement("iframe"));
  node.src = location.href.replace("127.0.0.1", "localhost").replace("notebook", "frame");
  frames.push({ node, shows: data[VIEW].model_id, asked: new Set([asked]) });
}

addEventListener("message", async ({ source, data: { number, what, args } }) => {
  const from = frames.find(({ node }) => node.contentWindow === source);
  const answer = (value) => source.postMessage({ reply: number, value }, "*");
  if (what === "height") from.node.style.height = `${args}px`;
  if (what === "ready") source.postMessage({ show: from.shows }, "*");
  if (what === "state") answer({ state: states.get(args.id), live: kernel !== undefined });
  if (what === "send") {
    const about = { session: kernel.clientId, username: "", channel: "shell", msgType: "comm_msg" };
    const message = KernelMessage.createMessage({ ...about, content: { comm_id: args.id, data: args.data } });
    window.buffers += args.buffers;
    from.asked.add(message.header.msg_id);
    await kernel.sendShellMessage(message, true, true).done.catch(() => {});
    answer();
  }
});

function told(message) {
  const { comm_id, data } = message.content;
  window.buffers += message.buffers?.length ?? 0;
  states.set(comm_id, { ...states.get(comm_id), ...data.state });
  if (message.header.msg_type === "comm_open") return;
  for (const { node, asked } of frames)
    if (asked.has(message.parent_header.msg_id)) node.contentWindow.postMessage({ comm: comm_id, data }, "*");
}

window.start = async (baseUrl, token) => {
  const settings = { baseUrl, wsUrl: baseUrl.replace("http", "ws"), token, appendToken: true };
  const kernels = new KernelManager({ serverSettings: ServerConnection.makeSettings(settings) });
  kernel = await kernels.startNew({ name: "python3" }, { handleComms: false });
  kernel.iopubMessage.connect((_, message) => /^comm_(open|msg)$/.test(message.header.msg_type) && told(message));
};
window.run = async (code) => {
  const asked = kernel.requestExecute({ code });
  asked.onIOPub = ({ content }) => content.data?.[VIEW] && output(content.data, content.metadata, asked.msg.header.msg_id);
  const { content } = await asked.done;
  if (content.status !== "ok") throw new Error(content.evalue);
};
window.reopen = ({ metadata, cells }) => {
  for (const [id, { state, ...named }] of Object.entries(metadata.widgets[STATE].state)) {
    const names = { _model_name: named.model_name, _model_module: named.model_module };
    states.set(id, { ...names, _model_module_version: named.model_module_version, ...state });
  }
  for (const { outputs } of cells) for (const each of outputs) if (each.data?.[VIEW]) output(each.data, each.metadata, "");
};
window.theme = (name) => {
  document.body.style.background = name === "dark" ? "#383838" : "#fff";
  for (const { node } of frames) node.contentWindow.postMessage({ theme: name }, "*");
};
window.stop = () => kernel.shutdown();
if (location.pathname.includes("frame")) addEventListener("load", frame);  // after require.js
