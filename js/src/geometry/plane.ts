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

/** The bytes of a plane: a DataView from a live kernel, a buffer or base 64 from elsewhere. Anything else is an error. */
export function bytesOf(value: unknown): Uint8Array {
  if (value instanceof Uint8Array) return value;
  if (value instanceof DataView) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  if (typeof value === "string") return Uint8Array.from(atob(value), (c) => c.charCodeAt(0));
  throw new TypeError("a plane arrived without its bytes");
}
