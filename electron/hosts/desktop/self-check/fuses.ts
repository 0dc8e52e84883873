/** Reads Electron's fuses: switches in the program file that the packager sets (electronjs.org/docs/latest/tutorial/fuses). */

import { readFile } from 'node:fs/promises';

/** Stands before the fuses, in every Electron program. */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** Of the version that is read here. */
const VERSION = 1;
const ON = '1'.charCodeAt(0);
const OFF = '0'.charCodeAt(0);

/** The fuses in their order, and how they must be. electron-builder.yml sets them. */
export const EXPECTED_FUSES = {
  runAsNode: false,
  cookieEncryption: true,
  nodeOptionsEnvironment: false,
  nodeCliInspect: false,
  asarIntegrity: true,
  onlyLoadAppFromAsar: true,
} as const;

type FuseName = keyof typeof EXPECTED_FUSES;

/** @param program absolute path of the program file @throws Error when it has no fuses that are understood */
export async function readFuses(program: string): Promise<Readonly<Record<FuseName, boolean | null>>> {
  const bytes = await readFile(program);
  const at = bytes.indexOf(SENTINEL);
  if (at < 0) throw new Error('the program has no fuses');
  const from = at + SENTINEL.length;
  const [version = 0, count = 0] = bytes.subarray(from, from + 2);
  if (version !== VERSION) throw new Error(`fuses of version ${version} are not understood`);
  const states = bytes.subarray(from + 2, from + 2 + count);
  const names = Object.keys(EXPECTED_FUSES) as FuseName[];
  return Object.fromEntries(names.map((name, index) => [name, stateOf(states[index])])) as Record<
    FuseName,
    boolean | null
  >;
}

/** Null for fuses that the program doesn't have. */
function stateOf(byte: number | undefined): boolean | null {
  return byte === ON ? true : byte === OFF ? false : null;
}
