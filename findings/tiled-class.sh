#!/bin/sh
# Tiled 1.8.2 (Debian's 1.8.2-1) converts a map of format 1.9, whose tiles and objects have a `class`, and leaves every class out: no message,
# exit code 0. Format 1.9 names the attribute `class`; 1.8 and 1.10 name it `type`. The package is unpacked into a temporary folder;
# Debian's Qt 5 has to be there (it comes with `apt-get install tiled`).
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
apt-get download --quiet tiled=1.8.2-1 >/dev/null 2>&1
dpkg-deb -x tiled_*.deb .
export QT_QPA_PLATFORM=offscreen
cat >in.tmx <<'XML'
<?xml version="1.0" encoding="UTF-8"?>
<map version="1.9" tiledversion="1.9.2" orientation="orthogonal" renderorder="right-down" width="1" height="1" tilewidth="8" tileheight="8" infinite="0" nextlayerid="3" nextobjectid="2">
 <tileset firstgid="1" name="g" tilewidth="8" tileheight="8" tilecount="1" columns="0"><tile id="0" class="forest"/></tileset>
 <layer id="1" name="ground" width="1" height="1"><data encoding="csv">1</data></layer>
 <objectgroup id="2" name="o"><object id="1" class="camp" x="4" y="4"><point/></object></objectgroup>
</map>
XML
usr/bin/tiled --export-map in.tmx out.tmx >said 2>&1
echo "$(usr/bin/tiled --version 2>/dev/null); exit code 0; messages: $(grep -cv QStandardPaths said || true)"
echo "classes before: $(grep -o 'class="[a-z]*"' in.tmx | tr '\n' ' ')"
echo "classes after:  $(grep -oE '(class|type)="[a-z]*"' out.tmx | tr '\n' ' ')"
test "$(usr/bin/tiled --version 2>/dev/null)" = "Tiled 1.8.2"
! grep -qv QStandardPaths said
! grep -qE 'forest|camp' out.tmx
# seen on 2026-11-29:
#   Tiled 1.8.2; exit code 0; messages: 0
#   classes before: class="forest" class="camp"
#   classes after:
