/** Checks of the package, and of what is left after the desk has closed. */

import { readFile } from 'node:fs/promises';
import { mustBe, mustBecome } from './expectations.ts';
import type { Check } from './run-checks.ts';

/** Stands before the fuses, in every Electron program. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';

/** Of the version that is read here. */
const FUSE_VERSION = 1;

const FUSE_ON = '1'.charCodeAt(0);

const FUSE_OFF = '0'.charCodeAt(0);

/** The fuses in their order, and how they must be. electron-builder.yml sets them. */
const EXPECTED_FUSES = {
  runAsNode: false,
  cookieEncryption: true,
  nodeOptionsEnvironment: false,
  nodeCliInspect: false,
  asarIntegrity: true,
  onlyLoadAppFromAsar: true,
} as const;

export interface CheckedEnd {
  /** Absolute path of the packaged program; null when the application isn't packaged. */
  readonly program: string | null;
  /** Helper processes that run now. */
  helpers(): number;
  closeDesk(): Promise<void>;
}

const GONE_MS = 10_000;

export function endChecks({ program, helpers, closeDesk }: CheckedEnd): readonly Check[] {
  return [
    {
      name: 'the program’s fuses are set',
      run: async () => {
        if (program === null) return 'the application is not packaged';
        mustBe('the fuses', await readFuses(program), EXPECTED_FUSES);
        return null;
      },
    },
    {
      name: 'every helper is gone after the desk has closed',
      run: async () => {
        mustBe('a helper runs before', helpers() > 0, true);
        await closeDesk();
        await mustBecome('the helpers are gone', GONE_MS, async () => helpers() === 0);
        return null;
      },
    },
  ];
}

type FuseName = keyof typeof EXPECTED_FUSES;

/** @param program absolute path of the program file @throws Error when it has no fuses that are understood */
async function readFuses(program: string): Promise<Readonly<Record<FuseName, boolean | null>>> {
  const bytes = await readFile(program);
  const at = bytes.indexOf(FUSE_SENTINEL);
  if (at < 0) throw new Error('the program has no fuses');
  const from = at + FUSE_SENTINEL.length;
  const [version = 0, count = 0] = bytes.subarray(from, from + 2);
  if (version !== FUSE_VERSION) throw new Error(`fuses of version ${version} are not understood`);
  const states = bytes.subarray(from + 2, from + 2 + count);
  const names = Object.keys(EXPECTED_FUSES) as FuseName[];
  return Object.fromEntries(names.map((name, index) => [name, stateOf(states[index])])) as Record<
    FuseName,
    boolean | null
  >;
}

/** Null for fuses that the program doesn't have. */
function stateOf(byte: number | undefined): boolean | null {
  return byte === FUSE_ON ? true : byte === FUSE_OFF ? false : null;
}
