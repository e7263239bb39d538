"""Build the site with Sphinx: the documents, the clickable rulebooks, the gallery and the API.

    python tools/build_site.py OUT [--jobs 1]

The site works from any static server and from a folder (there the search shows no excerpts), and contacts no other host. If OUT
has a folder ``lab`` with the notebooks as a JupyterLite site (``make lite``), the pages link to them. Folders of earlier versions in OUT,
such as ``0.1.0``, stay, and a choice beside each page leads to them.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import tempfile
from pathlib import Path

from sphinx.cmd.build import build_main

from hexwidget import __version__

ROOT = Path(__file__).parents[1]


def earlier(out: Path) -> list[str]:
    """The folders of earlier versions in a site, the newest first."""
    found = [p.name for p in out.glob("*/") if re.fullmatch(r"\d+\.\d+\.\d+", p.name) and p.name != __version__]
    return sorted(found, key=lambda name: [int(part) for part in name.split(".")], reverse=True)


def build(out: Path, jobs: str = "auto") -> None:
    """Build the site. The old one is replaced once the new one is complete; a JupyterLite site and earlier versions in it stay.

    :param jobs: the number of processes, or "auto" for one on each core; one takes the least work in all
    """
    made = out.with_name(f".{out.name}.new")
    shutil.rmtree(made, ignore_errors=True)
    lab, versions = out / "lab", earlier(out)
    with tempfile.TemporaryDirectory() as doctrees:
        options = ["-D", f"hexwidget_lab={int(lab.is_dir())}", "-d", doctrees, "-j", jobs]
        # A warning is an error: a link that leads nowhere, a page that no other lists, a cell that fails.
        code = build_main(["-b", "html", "-q", "-W", "--keep-going", *options, str(ROOT / "docs"), str(made)])
    if code:
        raise SystemExit(code)
    (made / "versions.json").write_text(json.dumps({"newest": __version__, "earlier": versions}), encoding="utf-8")
    for name in versions if not lab.is_dir() else ["lab", *versions]:
        (out / name).rename(made / name)
    shutil.rmtree(out, ignore_errors=True)
    made.rename(out)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--jobs", default="auto")
    given = parser.parse_args()
    build(given.out.resolve(), given.jobs)
    files = [f for f in given.out.rglob("*") if f.is_file()]
    print(f"{given.out}: {len(files)} files, {sum(f.stat().st_size for f in files) / 1e6:.1f} MB")
    if not (given.out / "lab").is_dir():
        print("It has no notebooks and no Play it, as there is no JupyterLite site: `make lite site` builds both.")
