// The pictures that the kernel sends, by their names.

/** Pictures by their names. Equal names have equal pictures, on all boards of a page. */
const IMAGES: Record<string, string> = {};

/** Keep the pictures that a state brings. */
export function adoptImages(images: Record<string, string> | null | undefined): void {
  Object.assign(IMAGES, images);
}

/** The address of a picture; "": such a picture is not shown. */
export function addressOf(image: string): string {
  const address = IMAGES[image] ?? image;
  // Addresses are millions of letters long: a search for one wrong letter needs no memory.
  return /^data:image\/(png|jpeg|webp);base64,/.test(address) && !/[^\w+/=:;,]/.test(address) ? address : "";
}
