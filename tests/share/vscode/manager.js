// The manager of widgets in the webview of a notebook's outputs: VS Code's own, from npm. With a kernel it hears the kernel's messages;
// without one it has the states that the notebook keeps.
import { KernelManager, ServerConnection } from "@jupyterlab/services";

const root = new URL("..", import.meta.url).href;
const json = async (name) => (await fetch(root + name)).json();
const script = (name) =>
  new Promise((onload, onerror) => {
    document.head.append(Object.assign(document.createElement("script"), { src: root + name, onload, onerror }));
  });
// As VS Code does: the script of a widget comes from the environment, and require.js loads it.
const loader = {
  widgetsRegisteredInRequireJs: new Set(),
  async loadWidgetScript(name) {
    requirejs.config({ paths: { [name]: `${root}nbextensions/${name}/index` } });
    this.widgetsRegisteredInRequireJs.add(name);
  },
  successHandler() {},
  errorHandler(...what) {
    console.error(...what.map(String));
  },
};
const none = { connect() {} };
const GONE = { id: "", clientId: "", username: "", registerCommTarget() {}, statusChanged: none, iopubMessage: none };
Object.assign(GONE, { connectionStatusChanged: none, anyMessage: none });

async function manager() {
  await script("require.js");
  (await import(`${root}ipywidgets.js`)).activate();
  window.vscIPyWidgets8.load();
  const made = (kernel, state) => new window.vscIPyWidgets.WidgetManager(kernel, document.body, loader, () => {}, state);
  const { address, token, id } = await json("kernel.json");
  if (!id) {
    const { metadata } = await json("board.ipynb");
    const kept = made(GONE, metadata.widgets);
    await kept.restoreWidgets({ metadata: { get: (name) => metadata[name] } }, { loadKernel: false, loadNotebook: true });
    return kept;
  }
  const settings = { baseUrl: address, wsUrl: address.replace("http", "ws"), token, appendToken: true };
  const kernels = new KernelManager({ serverSettings: ServerConnection.makeSettings(settings) });
  const kernel = kernels.connectTo({ model: { id, name: "python3" } });
  await kernel.info;
  return Object.assign(made(kernel), { live: true });
}

export async function activate() {
  globalThis.widgets = manager();
  await globalThis.widgets;
  document.documentElement.classList.add("has-widgets");
}
