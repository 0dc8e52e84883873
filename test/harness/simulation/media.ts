/** Recordings of the simulation: a line that says what they are, filled up to their size. Cut ones can be told from whole ones. */

/** Frames a second of every recording. */
export const SAMPLE_RATE = 8000;

/** A result of a recording whose name begins with this is held back, where it would leave the library. */
export const SUSPECT = 'walk';

export interface Medium {
  /** Tells media apart: no two of different names have the same content. */
  readonly name: string;
  readonly seconds: number;
  /** Bytes of the whole. */
  readonly bytes: number;
}

/** @param seconds with three decimals at most */
export function makeMedium({ name, seconds, bytes }: Medium): Uint8Array {
  const text = `TAKE ${name} ${Math.round(seconds * 1000)} ${bytes}\n`;
  if (text.length > bytes) throw new RangeError(`A medium of ${bytes} bytes is too small for its first line`);
  const medium = Buffer.alloc(bytes, text);
  medium.write(text, 0, 'latin1');
  return medium;
}

export interface FoundMedium extends Medium {
  /** What the first line promises. */
  readonly declaredSeconds: number;
  /** The end of it is missing, and half of its time. */
  readonly cut: boolean;
}

/** Null for what is no medium. */
export function readMedium(content: Uint8Array): FoundMedium | null {
  const beginning = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 200)).toString('latin1');
  const found = /^TAKE (\S+) (\d+) (\d+)\n/.exec(beginning);
  if (found === null) return null;
  const bytes = Number(found[3]);
  if (content.length > bytes) return null;
  const declaredSeconds = Number(found[2]) / 1000;
  const cut = content.length < bytes;
  return {
    name: found[1] ?? '',
    seconds: cut ? Math.floor(declaredSeconds / 2) : declaredSeconds,
    declaredSeconds,
    bytes,
    cut,
  };
}
