/** A worker as one file: a process that lives for half a second cannot spend two on finding its parts. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What stays where it lies: it finds the helper processes beside itself. */
const OUTSIDE = {
  care: ['electron/hosts/common/paths.ts', 'electron/hosts/common/processes/node-helpers.ts'],
  starts: [],
  transfers: ['electron/hosts/common/processes/node-helpers.ts'],
} as const;

export interface BundledWorker {
  readonly file: string;
  remove(): void;
}

/** @returns `worker.ts` of the folder of that name. What is made of it lies inside the project, where native modules are found. */
export async function bundleWorker(kind: keyof typeof OUTSIDE): Promise<BundledWorker> {
  const parent = path.join(ROOT, 'out', 'kills', kind);
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    build: {
      ssr: path.join(import.meta.dirname, kind, 'worker.ts'),
      outDir: folder,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'worker.mjs' },
        external: OUTSIDE[kind].map((file) => path.join(ROOT, file)),
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3'] },
  });
  return { file: path.join(folder, 'worker.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
