/** What the bundles that run in Node have in common: packages that stay outside, and files that lie beside the code. */

import { cpSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import type { Plugin, UserConfig } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Packages with native code or WebAssembly files of their own: they stay in node_modules. */
export const NATIVE = ['electron', 'better-sqlite3', 'node-av', '@napi-rs/keyring', '@sapphi-red/web-noise-suppressor'];

/** Packages that a studio's service alone loads, from its checkout. No bundle holds them, and a packaged desk has none. */
export const FOR_STUDIOS = ['pg', '@aws-sdk/client-s3', '@aws-sdk/s3-request-presigner'];

const OUTSIDE = [...NATIVE, ...FOR_STUDIOS];
const EXTERNAL = [...OUTSIDE.flatMap((name) => [name, new RegExp(`^${name}/`)]), ...builtinModules, /^node:/];

/** Files that the bundles read at run time, relative to the folder that holds them. */
const COMPANIONS = {
  'migrations/core': 'electron/core/store/migrations',
  'migrations/service': 'electron/service/migrations',
  'assembly/sample-kernel.wasm': 'electron/audio/dsp/assembly/sample-kernel.wasm',
  'assembly/network-kernel.wasm': 'electron/audio/dsp/assembly/network-kernel.wasm',
  'model/weights.bin': 'electron/audio/dsp/network/model/weights.bin',
  'model/weights.json': 'electron/audio/dsp/network/model/weights.json',
  'icons/tray.png': 'build/packaging/tray.png',
  'icons/attention.png': 'build/packaging/attention.png',
};

/** The same for a service that works with a server's database. */
const SERVER_COMPANIONS = { 'migrations/service-postgres': 'electron/service/store/postgres/migrations' };

/** Loaded on demand, by electron/service/store/open-store.ts and storage/open-storage.ts: what each is called there. */
const ON_DEMAND = new Map([
  [path.join(ROOT, 'electron/service/store/postgres/postgres-store.ts'), 'openPostgresStore'],
  [path.join(ROOT, 'electron/service/storage/s3/open-s3-storage.ts'), 'openS3Storage'],
]);

/** Programs that every host starts, by the names under which it looks for them beside itself. */
export const HELPERS = {
  engine: 'electron/audio/entry.ts',
  measuring: 'electron/audio/measures/worker/measuring-thread.ts',
  network: 'electron/audio/chains/network/network-thread.ts',
  reading: 'electron/core/reading/reading-thread.ts',
  service: 'electron/service/entry.ts',
  backup: 'electron/core/recovery/backups/backup-entry.ts',
};

/**
 * @param entries names of the bundled programs, and their sources
 * @param server whether its service can work with a server's database, too
 */
export function nodeBundle(entries: Readonly<Record<string, string>>, { server }: { server: boolean }): UserConfig {
  return {
    root: ROOT,
    publicDir: false,
    ssr: { noExternal: true, external: OUTSIDE },
    plugins: [
      copyCompanions(server ? { ...COMPANIONS, ...SERVER_COMPANIONS } : COMPANIONS),
      ...(server ? [] : [leaveOutServers()]),
    ],
    build: {
      ssr: true,
      target: 'node24',
      sourcemap: true,
      minify: false,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(ROOT, file)])),
        external: EXTERNAL,
        // Everything in one folder: what a module finds beside itself is the same wherever the bundler put the module.
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  };
}

/** The service of a desk never asks for a server's database or storage: neither their code nor their clients are packed. */
function leaveOutServers(): Plugin {
  const says = 'This program works with its data folder only.';
  return {
    name: 'leave-out-servers',
    load: (id) => {
      const opens = ON_DEMAND.get(id);
      return opens === undefined ? null : `export function ${opens}() { throw new RangeError('${says}'); }`;
    },
  };
}

function copyCompanions(companions: Readonly<Record<string, string>>): Plugin {
  return {
    name: 'copy-companions',
    writeBundle({ dir = '' }) {
      for (const [target, source] of Object.entries(companions)) {
        cpSync(path.join(ROOT, source), path.join(dir, target), { recursive: true });
      }
    },
  };
}
