// Planes: sets of hexes as the kernel sends them. Bits are little-endian, and leading zero bytes are left out.

export class Plane {
  constructor(
    private readonly skip: number,
    private readonly bytes: Uint8Array,
  ) {}

  has(index: number): boolean {
    const byte = this.bytes[(index >> 3) - this.skip];
    return byte !== undefined && ((byte >> (index & 7)) & 1) === 1;
  }

  /** Write a value into an array at the places of the members. */
  into(target: Uint8Array | Uint16Array, value: number): void {
    for (let k = 0; k < this.bytes.length; k++) {
      const byte = this.bytes[k] as number;
      const first = (this.skip + k) * 8;
      if (byte === 255) target.fill(value, first, first + 8);
      else for (let bit = 0; byte >> bit; bit++) if ((byte >> bit) & 1) target[first + bit] = value;
    }
  }

  *members(): Generator<number> {
    for (let k = 0; k < this.bytes.length; k++) {
      const byte = this.bytes[k] ?? 0;
      for (let bit = 0; byte >> bit; bit++) if ((byte >> bit) & 1) yield (this.skip + k) * 8 + bit;
    }
  }
}

/** The bytes of base 64. */
export function bytesOf(text: string): Uint8Array {
  // Newer browsers do it themselves, which takes a tenth of the time: a map of a million hexes has a million bytes.
  const { fromBase64 } = Uint8Array as { fromBase64?: (text: string) => Uint8Array };
  if (fromBase64) return fromBase64(text);
  const characters = atob(text);
  const bytes = new Uint8Array(characters.length);
  for (let k = 0; k < bytes.length; k++) bytes[k] = characters.charCodeAt(k);
  return bytes;
}

/** The plane with some members, as the kernel sends planes. */
export function planeOf(members: readonly number[]): [number, string] {
  const skip = Math.min(...members) >> 3;
  const bytes = new Uint8Array((Math.max(...members) >> 3) - skip + 1);
  for (const index of members) bytes[(index >> 3) - skip] = (bytes[(index >> 3) - skip] ?? 0) | (1 << (index & 7));
  return [skip, btoa(String.fromCharCode(...bytes))];
}
