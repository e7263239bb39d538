#!/bin/sh
# PyTMX 3.32: layers in a hidden group of Tiled count as visible. `visible_layers`, `visible_tile_layers` and `visible_object_groups`, by which games draw a
# map, name them; they look at a layer's own `visible` alone. In Tiled, which hides a group with all that is in it, a map maker keeps notes
# and drafts there. A group's shift and its opacity do not reach its layers either, and a layer does not know its group.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv env
env/bin/pip install --quiet --disable-pip-version-check pytmx==3.32
cat >in.tmx <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down" width="1" height="1" tilewidth="8" tileheight="8" infinite="0" nextlayerid="6" nextobjectid="2">
 <tileset firstgid="1" name="t" tilewidth="8" tileheight="8" tilecount="1" columns="0"><tile id="0"><image source="t.png" width="8" height="8"/></tile></tileset>
 <layer id="1" name="ground" width="1" height="1"><data encoding="csv">1</data></layer>
 <layer id="2" name="hidden" width="1" height="1" visible="0"><data encoding="csv">1</data></layer>
 <group id="3" name="drafts" visible="0" opacity="0.5" offsetx="80" offsety="40">
  <layer id="4" name="draft" width="1" height="1"><data encoding="csv">1</data></layer>
  <objectgroup id="5" name="notes"><object id="1" name="traitor" x="4" y="4"><point/></object></objectgroup>
 </group>
</map>
XML
cat >try.py <<'PY'
from importlib.metadata import version

from pytmx import TiledMap

print("PyTMX", version("pytmx"))
game = TiledMap("in.tmx")
for layer in game.layers:
    shift = f"{layer.offsetx:g}, {layer.offsety:g}"
    print(f"{layer.name}: visible: {bool(layer.visible)}, opacity: {layer.opacity:g}, shift: {shift}")
print("visible layers:", *(layer.name for layer in game.visible_layers))
print("visible tiles:", *(game.layers[n].name for n in game.visible_tile_layers))
print("visible objects:", *(thing.name for n in game.visible_object_groups for thing in game.layers[n]))
PY
env/bin/python try.py 2>messages | tee said
test "$(cat said)" = "PyTMX 3.32
drafts: visible: False, opacity: 0.5, shift: 80, 40
ground: visible: True, opacity: 1, shift: 0, 0
hidden: visible: False, opacity: 1, shift: 0, 0
draft: visible: True, opacity: 1, shift: 0, 0
notes: visible: True, opacity: 1, shift: 0, 0
visible layers: ground draft notes
visible tiles: ground draft
visible objects: traitor"
# seen on 2026-11-30:
#   PyTMX 3.32
#   drafts: visible: False, opacity: 0.5, shift: 80, 40
#   ground: visible: True, opacity: 1, shift: 0, 0
#   hidden: visible: False, opacity: 1, shift: 0, 0
#   draft: visible: True, opacity: 1, shift: 0, 0
#   notes: visible: True, opacity: 1, shift: 0, 0
#   visible layers: ground draft notes
#   visible tiles: ground draft
#   visible objects: traitor
