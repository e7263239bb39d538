// Files: pictures of the board, the SVG that the kernel paints or a PNG of it, and texts that the kernel writes.

/** Pixels of the PNG in one unit of the SVG. */
const SHARPER = 2;

/** Offer a picture to be saved. */
export async function savePicture(owner: Document, svg: string, kind: "png" | "svg", name: string): Promise<void> {
  save(owner, kind === "svg" ? drawingOf(svg) : await pngOf(owner, svg), kind, name);
}

/** Offer a text to be saved: a page, or JSON. */
export function saveText(owner: Document, text: string, kind: "html" | "json" | "jsonl", name: string): void {
  save(owner, new Blob([text], { type: kind === "html" ? "text/html" : "application/json" }), kind, name);
}

function save(owner: Document, blob: Blob, kind: string, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = owner.createElement("a");
  link.href = address;
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase() || "board"}.${kind}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

function drawingOf(svg: string): Blob {
  return new Blob([svg], { type: "image/svg+xml" });
}

/** The picture as PNG. */
export async function pngOf(owner: Document, svg: string): Promise<Blob> {
  const address = URL.createObjectURL(drawingOf(svg));
  try {
    const image = owner.createElement("img");
    image.src = address;
    await image.decode();
    const canvas = owner.createElement("canvas");
    canvas.width = image.naturalWidth * SHARPER;
    canvas.height = image.naturalHeight * SHARPER;
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture was made"))), "image/png");
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
