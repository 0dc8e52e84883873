/** Opaque identifiers: random, and safe as names of folders on every file system. */

/** Cryptographically random bytes, as `node:crypto` gives them. */
export type RandomBytes = (size: number) => Uint8Array;

export type IdentifierKind = 'prj' | 'gen' | 'key' | 'usr';

const RANDOM_BYTES = 16;

/** For example `prj_5f0c…`, in lower case: some file systems do not tell capitals apart. */
export function createIdentifier(kind: IdentifierKind, randomBytes: RandomBytes): string {
  return `${kind}_${Buffer.from(randomBytes(RANDOM_BYTES)).toString('hex')}`;
}
