/** Tar archives (POSIX ustar, with GNU's large sizes): plain files only, written and read as a stream. */

import type { FileHandle } from 'node:fs/promises';

const BLOCK = 512;
/** Beyond it a size doesn't fit into eleven octal digits. */
const LARGEST_OCTAL = 8 ** 11 - 1;

export interface TarEntry {
  /** With `/`; at most 100 bytes. */
  readonly name: string;
  readonly bytes: number;
}

/** @throws Error for a name that doesn't fit */
export function headerOf({ bytes, name }: TarEntry): Buffer {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for an archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write('0000600\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  if (bytes <= LARGEST_OCTAL) header.write(`${bytes.toString(8).padStart(11, '0')}\0`, 124);
  else {
    header[124] = 0x80;
    header.writeBigUInt64BE(BigInt(bytes), 128);
  }
  header.write('00000000000\0', 136);
  header.write('0', 156);
  header.write('ustar\0', 257);
  header.write('00', 263);
  header.write(`${checksumOf(header).toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** Zeros that fill the last block of a file. */
export function paddingOf(bytes: number): Buffer {
  return Buffer.alloc((BLOCK - (bytes % BLOCK)) % BLOCK);
}

/** The end of an archive. */
export const TAR_END = Buffer.alloc(2 * BLOCK);

/**
 * The entries of an archive, each with the position of its bytes.
 * @throws Error for what isn't such an archive, or was cut off
 */
export async function* entriesOf(file: FileHandle): AsyncGenerator<TarEntry & { readonly position: number }> {
  const { size } = await file.stat();
  for (let position = 0; ; ) {
    const header = Buffer.alloc(BLOCK);
    const { bytesRead } = await file.read(header, 0, BLOCK, position);
    if (bytesRead < BLOCK) throw new Error('the archive is cut off');
    if (header.every((byte) => byte === 0)) return;
    const told = Number.parseInt(header.toString('latin1', 148, 154), 8);
    if (told !== checksumOf(header)) throw new Error('a header is damaged');
    const name = header.toString('utf8', 0, 100).replace(/\0.*$/s, '');
    const isLarge = header[124] === 0x80;
    const bytes = isLarge
      ? Number(header.readBigUInt64BE(128))
      : Number.parseInt(header.toString('latin1', 124, 135), 8);
    position += BLOCK;
    if (!Number.isSafeInteger(bytes) || position + bytes > size) throw new Error('the archive is cut off');
    yield { name, bytes, position };
    position += bytes + paddingOf(bytes).length;
  }
}

/** The sum of all bytes, with the checksum's own field as spaces. */
function checksumOf(header: Buffer): number {
  return header.reduce((sum, byte, index) => sum + (index >= 148 && index < 156 ? 32 : byte), 0);
}
