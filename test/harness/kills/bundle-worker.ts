/** A worker as one file: a process that lives for half a second cannot spend two on finding its parts. */

import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** What stays where it lies: it finds the helper processes beside itself. */
const OUTSIDE = {
  care: ['electron/hosts/common/paths.ts', 'electron/hosts/common/processes/node-helpers.ts'],
  starts: [],
  transfers: ['electron/hosts/common/processes/node-helpers.ts'],
  ways: [],
} as const;

/** What gives way to a file of the harness, beside the worker. */
const REPLACED: Readonly<Record<string, string>> = { 'electron/hosts/common/open-desk.ts': 'open-desk.ts' };

export interface BundledWorker {
  readonly file: string;
  remove(): void;
}

/** @returns `worker.ts` of the folder of that name. What is made of it lies inside the project, where native modules are found. */
export async function bundleWorker(kind: keyof typeof OUTSIDE): Promise<BundledWorker> {
  // As deep as its source, from where it imports what stays outside; commands find the project's version as far up as from any bundle.
  const parent = path.join(ROOT, 'out', kind === 'ways' ? '' : 'kills', kind);
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(path.join(parent, 'worker-'));
  await build({
    configFile: false,
    logLevel: 'error',
    root: ROOT,
    plugins: [{ name: 'replaced', enforce: 'pre', resolveId: (source, importer) => replaced(kind, source, importer) }],
    build: {
      ssr: path.join(import.meta.dirname, kind, 'worker.ts'),
      outDir: folder,
      minify: false,
      rolldownOptions: {
        output: { entryFileNames: 'worker.mjs', codeSplitting: false },
        external: OUTSIDE[kind].map((file) => path.join(ROOT, file)),
      },
    },
    ssr: { noExternal: true, external: ['better-sqlite3', '@napi-rs/keyring'] },
  });
  // A command that reads the store looks for them beside its bundle.
  cpSync(path.join(ROOT, 'electron/core/store/migrations'), path.join(folder, 'migrations/core'), { recursive: true });
  return { file: path.join(folder, 'worker.mjs'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

function replaced(kind: string, source: string, importer: string | undefined): string | null {
  if (kind !== 'ways' || importer === undefined || !source.startsWith('.')) return null;
  const file = REPLACED[path.relative(ROOT, path.resolve(path.dirname(importer), source)).replaceAll('\\', '/')];
  return file === undefined ? null : path.join(import.meta.dirname, kind, file);
}
