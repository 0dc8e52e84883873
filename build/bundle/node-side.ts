/** What the bundles that run in Node have in common: packages that stay outside, and files that lie beside the code. */

import { cpSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import type { Plugin, UserConfig } from 'vite';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Packages with native code or WebAssembly files of their own: they stay in node_modules. */
export const NATIVE = ['electron', 'better-sqlite3', 'node-av', '@napi-rs/keyring', '@sapphi-red/web-noise-suppressor'];

/** Packages for a service that works with a server's database. A package of the desktop has none of them. */
export const SERVER_PACKAGES = ['pg'];

const EXTERNAL = [
  ...[...NATIVE, ...SERVER_PACKAGES].flatMap((name) => [name, new RegExp(`^${name}/`)]),
  ...builtinModules,
  /^node:/,
];

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

/** Loaded on demand (electron/service/store/open-store.ts). */
const SERVER_STORE = path.join(ROOT, 'electron/service/store/postgres/postgres-store.ts');

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
    ssr: { noExternal: true, external: [...NATIVE, ...SERVER_PACKAGES] },
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

/** The service of a desk never asks for this store: neither its code nor its driver is packed. */
function leaveOutServers(): Plugin {
  const says = 'This program works with the database in its data folder only.';
  return {
    name: 'leave-out-servers',
    load: (id) =>
      id === SERVER_STORE ? `export function openPostgresStore() { throw new RangeError('${says}'); }` : null,
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
