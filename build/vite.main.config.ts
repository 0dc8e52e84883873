/** The desktop's Node side: the main process and the helper processes, with the generated migrations and the compiled kernel beside them. */

import { cpSync } from 'node:fs';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '..');
const out = path.join(root, 'out/main');

/** Packages with native code or WebAssembly files of their own: they stay in node_modules, and in package.json's dependencies. */
const NATIVE = [
  'electron',
  'better-sqlite3',
  'node-av',
  '@napi-rs/keyring',
  '@sapphi-red/web-noise-suppressor',
  '@jitsi/rnnoise-wasm',
];

const external = [...NATIVE.flatMap((name) => [name, new RegExp(`^${name}/`)]), ...builtinModules, /^node:/];

const entries = {
  main: 'electron/hosts/desktop/main.ts',
  engine: 'electron/audio/entry.ts',
  measuring: 'electron/audio/measures/worker/measuring-thread.ts',
  guide: 'electron/audio/chains/guide/guide-thread.ts',
  service: 'electron/service/entry.ts',
  backup: 'electron/core/recovery/backups/backup-entry.ts',
};

/** Files that the bundles read at run time, relative to the folder that holds them. */
const companions = {
  'migrations/core': 'electron/core/store/migrations',
  'migrations/service': 'electron/service/migrations',
  'assembly/sample-kernel.wasm': 'electron/audio/dsp/assembly/sample-kernel.wasm',
};

export default defineConfig({
  root,
  publicDir: false,
  ssr: { noExternal: true, external: NATIVE },
  plugins: [copyCompanions()],
  build: {
    ssr: true,
    outDir: out,
    emptyOutDir: true,
    target: 'node24',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: Object.fromEntries(Object.entries(entries).map(([name, file]) => [name, path.join(root, file)])),
      external,
      // Everything in one folder: what a module finds beside itself is the same wherever the bundler put the module.
      output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});

function copyCompanions(): Plugin {
  return {
    name: 'copy-companions',
    writeBundle() {
      for (const [target, source] of Object.entries(companions)) {
        cpSync(path.join(root, source), path.join(out, target), { recursive: true });
      }
    },
  };
}
