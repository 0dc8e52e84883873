/** Opaque random identifiers, safe as folder names on every file system. */

/** Cryptographically random bytes, as `node:crypto` gives them. */
export type RandomBytes = (size: number) => Uint8Array;

export type IdentifierKind = 'prj' | 'gen' | 'key' | 'usr' | 'req';

const RANDOM_BYTES = 16;

/** For example `prj_5f0c…`. Lower case, since some file systems ignore case. */
export function createIdentifier(kind: IdentifierKind, randomBytes: RandomBytes): string {
  return `${kind}_${Buffer.from(randomBytes(RANDOM_BYTES)).toString('hex')}`;
}
