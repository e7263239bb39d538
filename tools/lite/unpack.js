// Packs of `play.html`: tars of files for the folder where Python looks first.

export const FOLDER = "/play";

/** Put the files of a tar into the folder. Its entries are plain files with names of at most 99 bytes. */
export function unpack(FS, tar) {
  const text = (at, size) => new TextDecoder().decode(tar.subarray(at, at + size)).replace(/\0.*/s, "");
  let folder = "";
  for (let at = 0; tar[at]; ) {
    const path = `${FOLDER}/${text(at, 100)}`;
    const size = Number.parseInt(text(at + 124, 12), 8);
    const above = path.slice(0, path.lastIndexOf("/"));
    if (above !== folder) FS.mkdirTree(above);
    folder = above;
    at += 512; // the header
    FS.writeFile(path, tar.subarray(at, at + size), { canOwn: true });
    at += 512 * Math.ceil(size / 512);
  }
}
