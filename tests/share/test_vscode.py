"""VS Code's own manager of widgets, from npm, on a page as its notebooks have it: its loader of scripts, and its themes.

The editor about it is emulated. Its policy for content is off unless `notebook.experimental.enableCsp` is set, which stops every
anywidget: modules from blobs are not allowed then. See ``make test-hosts``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from nbclient import NotebookClient
from nbformat.v4 import new_code_cell, new_notebook
from playwright.sync_api import Browser, Page, expect

from tests.browser.direct import new_page
from tests.conftest import Take
from tests.share.conftest import SCREENSHOTS
from tests.share.managers import PACKAGES, bundle, served

MANAGER = PACKAGES / "@vscode" / "jupyter-ipywidgets8" / "dist" / "ipywidgets.js"
pytestmark = pytest.mark.skipif(
    not MANAGER.is_file(), reason="VS Code's manager of npm is not installed: make test-hosts"
)
CELL = "import hexwidget as hw\nboard = hw.Board('depletion/first-steps')\nboard"
PLAYED = """
import hexwidget as hw
session = hw.Session("depletion/first-steps")
session.play("0203-0303-0304")
hw.Board(session)
"""
SHOW = """\
import { KernelManager, ServerConnection } from "@jupyterlab/services";
const VIEW = "application/vnd.jupyter.widget-view+json", STATE = "application/vnd.jupyter.widget-state+json";
// As VS Code does: the script of a widget comes from the environment, and require.js loads it.
const loader = {
  widgetsRegisteredInRequireJs: new Set(),
  async loadWidgetScript(name) {
    requirejs.config({ paths: { [name]: `nbextensions/${name}/index` } });
    this.widgetsRegisteredInRequireJs.add(name);
  },
  successHandler() {},
  errorHandler(...what) { console.error(...what.map(String)); },
};
const made = (kernel, state) => {
  window.vscIPyWidgets8.load();
  return new window.vscIPyWidgets.WidgetManager(kernel, document.body, loader, () => {}, state);
};
async function show(manager, data, kept) {
  const model = await manager.get_model(data.model_id);
  if (kept) model.comm_live = false;
  const node = document.body.appendChild(document.createElement("div"));
  const view = await manager.create_view(model, { el: node });
  if (kept) view.initialize({ model, el: node, options: {} });
  await manager.display_view(data, view, { node });
}
let kernel, manager;
window.start = async (baseUrl, token) => {
  const settings = { baseUrl, wsUrl: baseUrl.replace("http", "ws"), token, appendToken: true };
  const kernels = new KernelManager({ serverSettings: ServerConnection.makeSettings(settings) });
  kernel = await kernels.startNew({ name: "python3" });
  manager = made(kernel);
};
window.run = async (code) => {
  const found = [], asked = kernel.requestExecute({ code });
  asked.onIOPub = ({ content }) => { if (content.data?.[VIEW]) found.push(content.data[VIEW]); };
  const { content } = await asked.done;
  if (content.status !== "ok") throw new Error(content.evalue);
  for (const data of found) await show(manager, data);
};
window.stop = () => kernel.shutdown();
window.reopen = async (notebook) => {
  const none = { connect() {} };
  const gone = { id: "", clientId: "", username: "", registerCommTarget() {}, statusChanged: none, iopubMessage: none,
    connectionStatusChanged: none, anyMessage: none };
  const kept = made(gone, notebook.metadata.widgets);
  const metadata = { get: (name) => notebook.metadata[name] };
  await kept.restoreWidgets({ metadata }, { loadKernel: false, loadNotebook: true });
  for (const cell of notebook.cells)
    for (const output of cell.outputs) if (output.data?.[VIEW]) await show(kept, output.data[VIEW], true);
};
"""
THEMES = {"vscode-light": ("#ffffff", "#3b3b3b"), "vscode-dark": ("#1f1f1f", "#cccccc")}
"""The classes of VS Code's themes, with the colours of page and text that it gives to notebooks."""


@pytest.fixture(scope="module")
def webview(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the page."""
    folder = tmp_path_factory.mktemp("webview")
    (folder / "show.js").write_text(SHOW)
    bundle(folder / "show.js", folder / "made.js")
    (folder / "ipywidgets.js").write_bytes(MANAGER.read_bytes())
    (folder / "index.html").write_text(
        "<!doctype html><html lang=en><title>Webview</title><link rel=icon href='data:,'><body>"
        '<script src="made.js"></script><script src="require.js"></script>'
        '<script type="module">import { activate } from "./ipywidgets.js"; activate(); window.ready = true</script>'
    )
    with served(folder) as address:
        yield f"{address}/index.html"


@pytest.fixture
def page(browser: Browser, webview: str) -> Iterator[Page]:
    said: list[str] = []
    made = new_page(browser, 1100)
    made.on("console", lambda m: said.append(m.text) if m.type == "error" else None)
    made.on("pageerror", lambda error: said.append(str(error)))
    made.goto(webview)
    made.wait_for_function("window.ready")
    yield made
    made.close()
    assert said == []


def themed(page: Page, theme: str) -> None:
    """Give the page a theme as VS Code does: a class, an attribute, and variables."""
    colours = dict(zip(("--vscode-editor-background", "--vscode-editor-foreground"), THEMES[theme], strict=True))
    page.evaluate(
        """([theme, colours]) => {
          document.body.className = theme; document.body.dataset.vscodeThemeKind = theme;
          for (const [name, colour] of Object.entries(colours)) document.documentElement.style.setProperty(name, colour);
          document.body.style.cssText = "background: var(--vscode-editor-background); color: var(--vscode-editor-foreground)";
        }""",
        [theme, colours],
    )


def is_light(page: Page) -> bool:
    board = page.locator(".hexwidget").first
    return bool(board.evaluate("e => getComputedStyle(e).backgroundColor.match(/\\d+/g).every(part => part > 128)"))


@pytest.mark.host("VS Code (its manager)", "live", "offline", "dark")
def test_a_cell_is_run_and_played(page: Page, kernels: tuple[str, str], take: Take) -> None:
    themed(page, "vscode-light")
    page.evaluate("address => window.start(...address)", list(kernels))
    page.evaluate("code => window.run(code)", CELL)
    board = page.locator(".hexwidget")
    expect(board).to_contain_text("Red to act")
    page.evaluate("window.run('board.play(\"0203-0303-0304\")')")
    expect(board).to_contain_text("Blue to act")
    page.wait_for_timeout(1500)
    assert is_light(page)
    page.screenshot(path=SCREENSHOTS / "vscode-light.png")
    take(page, "live", "offline")
    themed(page, "vscode-dark")
    page.wait_for_timeout(1500)
    assert not is_light(page)
    page.screenshot(path=SCREENSHOTS / "vscode-dark.png")
    take(page, "dark")
    page.evaluate("window.stop()")


@pytest.mark.host("VS Code (its manager)", "reopened")
def test_a_saved_notebook_is_reopened(page: Page, take: Take) -> None:
    notebook = new_notebook(cells=[new_code_cell(PLAYED)])
    NotebookClient(notebook, timeout=120, kernel_name="python3").execute()
    themed(page, "vscode-light")
    page.evaluate("notebook => window.reopen(notebook)", json.loads(json.dumps(notebook)))
    expect(page.locator(".hexwidget-still-caption")).to_contain_text("run the cell to play", timeout=60_000)
    page.locator(".hexwidget").get_by_label("One step back").click()
    expect(page.locator(".hexwidget-step")).to_have_text("step 0 of 1")
    take(page, "reopened")
