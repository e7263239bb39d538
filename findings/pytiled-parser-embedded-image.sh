#!/bin/sh
# pytiled-parser 2.2.9 ends with KeyError('source') at a tile whose picture is embedded, `<image format="png"><data encoding="base64">`, which
# the TMX format allows. Tiled 1.8.2 writes an empty one for each tile of a set without pictures, so such maps cannot be read.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check pytiled-parser==2.2.9
cat >in.tmx <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.8" tiledversion="1.8.2" orientation="orthogonal" renderorder="right-down" width="1" height="1" tilewidth="1" tileheight="1" infinite="0" nextlayerid="2" nextobjectid="1">
 <tileset firstgid="1" name="g" tilewidth="1" tileheight="1" tilecount="1" columns="0">
  <tile id="0" type="forest"><image format="png"><data encoding="base64">iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==</data></image></tile>
 </tileset>
 <layer id="1" name="ground" width="1" height="1"><data encoding="csv">1</data></layer>
</map>
XML
cat >try.py <<'PY'
from importlib.metadata import version
from pathlib import Path

import pytiled_parser

text = Path("in.tmx").read_text()
Path("bare.tmx").write_text(text[: text.index("<image")] + text[text.index("</image>") + 8 :])
print("pytiled-parser", version("pytiled-parser"))
print("without the picture:", pytiled_parser.parse_map(Path("bare.tmx")).tilesets[1].tiles[0].class_)
try:
    pytiled_parser.parse_map(Path("in.tmx"))
except KeyError as error:
    print("with it:", repr(error))
PY
env/bin/python try.py | tee said
test "$(cat said)" = "pytiled-parser 2.2.9
without the picture: forest
with it: KeyError('source')"
# seen on 2026-11-29:
#   pytiled-parser 2.2.9
#   without the picture: forest
#   with it: KeyError('source')
