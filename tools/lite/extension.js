// The site's own labextension.
//
// It stands in for plotly's, which loads 5 MB with JupyterLite's page: this one loads it for the first figure. The address of this
// script names plotly's entry behind `?entry=`.
//
// It also answers for kernels. JupyterLite leaves the question for open comms unanswered, and the manager of widgets waits for it
// before it restores what a notebook holds. It asks only kernels that have not imported ipywidgets, which have no comms.

const address = new URL(document.currentScript.src);
const PLOTLY = "jupyterlab-plotly";
let shared, renderer;

function script(source) {
  return new Promise((resolve, reject) => {
    const element = document.createElement("script");
    Object.assign(element, { src: source, onload: resolve, onerror: () => reject(new Error(`${source} could not be loaded`)) });
    document.head.append(element);
  });
}

async function load() {
  await script(new URL(`../${PLOTLY}/${address.searchParams.get("entry")}`, address).href);
  const container = window._JUPYTERLAB[PLOTLY];
  await container.init(shared);
  return (await container.get("./mimeExtension"))().rendererFactory;
}

/** The class of outputs that hold a figure as soon as plotly is there. */
function figures({ Panel }) {
  return class extends Panel {
    constructor(options) {
      super();
      this.options = options;
    }
    async renderModel(model) {
      renderer ??= load();
      renderer.catch(() => (renderer = undefined)); // the next figure tries again
      const { createRenderer } = await renderer;
      if (this.isDisposed) return;
      if (!this.figure) this.addWidget((this.figure = createRenderer(this.options)));
      await this.figure.renderModel(model);
    }
  };
}

async function newest(name) {
  const [last] = Object.values(shared[name]).reverse();
  return (await last.get())();
}

async function extension() {
  const { KernelConnection } = await newest("@jupyterlab/services");
  KernelConnection.prototype.requestCommInfo = async () => ({ content: { status: "ok", comms: {} } });
  const Figure = figures(await newest("@lumino/widgets"));
  const rendererFactory = {
    safe: true,
    mimeTypes: ["application/vnd.plotly.v1+json"],
    createRenderer: (options) => new Figure(options),
  };
  return [{ id: "hexwidget-site:figures", rendererFactory, rank: 2, dataType: "json" }];
}

(window._JUPYTERLAB ??= {})["hexwidget-site"] = {
  init(scope) {
    shared = scope;
  },
  async get() {
    const plugins = await extension();
    return () => ({ __esModule: true, default: plugins });
  },
};
