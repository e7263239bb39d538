"""The parts of the site that need no browser: its links out of the documents, its cells, and the policy of its pages."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="the site is built with Sphinx, which these tests' environment lacks")

from hexwidget import __version__
from tools import build_site
from tools.site import links, pages
from tools.site.cells import run


@pytest.mark.parametrize(
    ("text", "docname", "lab", "becomes"),
    [
        ("[Start](../notebooks/00-start-here.ipynb)", "learn", False, "Start (`notebooks/00-start-here.ipynb`)"),
        (
            "[Start](../notebooks/00-start-here.ipynb)",
            "learn",
            True,
            '<a href="lab/lab/index.html?path=00-start-here.ipynb">Start</a>',
        ),
        ("[now](../../CHANGELOG.md)", "about/design", False, "[now](../about/changelog.md)"),
        (
            "[a](docs/limits.md), [b](SECURITY.md)",
            "about/contributing",
            False,
            "[a](../limits.md), [b](../about/security.md)",
        ),
        ("[`tests/`](../tests)", "hosts", False, "`tests/`"),
        ("[the board](../the-board.md)", "how-to/index", False, "[the board](../the-board.md)"),
        ("[a page](https://example.org/)", "learn", False, "[a page](https://example.org/)"),
    ],
)
def test_links_out_of_the_documents_lead_to_their_place_on_the_site(
    text: str, docname: str, lab: bool, becomes: str
) -> None:
    assert links.of_the_site(text, docname, lab=lab) == becomes


def test_files_of_the_code_lead_to_the_repository_if_it_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(links, "REPOSITORY", "https://forge.example/us/hexwidget")
    found = links.of_the_site("[a test](../tests/docs/test_site.py)", "hosts", lab=False)
    assert found == "[a test](https://forge.example/us/hexwidget/blob/main/tests/docs/test_site.py)"


def test_a_cell_gives_what_it_prints_and_its_last_value(tmp_path: Path) -> None:
    names: dict[str, object] = {}
    assert run("a = 2\nprint('two')\na + 1", names, tmp_path, "page:1") == ("two\n", 3)
    assert run("a = 5", names, tmp_path, "page:2") == ("", None)
    assert run("open('f', 'w').close()\na", names, tmp_path, "page:3") == ("", 5)
    assert (tmp_path / "f").exists()
    with pytest.raises(ZeroDivisionError):
        run("1 / 0", names, tmp_path, "page:4")


def test_a_page_runs_its_own_scripts_and_takes_no_style_attributes() -> None:
    page = pages.guarded('<head></head><p style="color: red">A</p><script>one()</script><script src="x.js"></script>')
    assert 'style="' not in page
    assert "script-src 'self' file: 'sha256-" in page
    assert page.count("sha256-") == 1
    assert "unsafe" not in page


def test_only_a_page_with_a_figure_allows_an_empty_style() -> None:
    for page, empty in (("<head></head>", False), ('<head></head><div class="plotly-graph-div"></div>', True)):
        assert (pages.only("") in pages.guarded(page)) is empty


def test_the_folders_of_earlier_versions_are_listed_from_the_newest(tmp_path: Path) -> None:
    for name in ("0.9.0", "0.10.2", "lab", "how-to", __version__):
        (tmp_path / name).mkdir()
    assert build_site.earlier(tmp_path) == ["0.10.2", "0.9.0"]
