/** The preload as one CommonJS file: a sandboxed page can load nothing else. */

import path from 'node:path';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

export default defineConfig({
  root,
  publicDir: false,
  build: {
    lib: {
      entry: path.join(root, 'electron/hosts/desktop/preload.ts'),
      formats: ['cjs'],
      fileName: () => 'preload.cjs',
    },
    target: 'chrome146',
    minify: false,
    rolldownOptions: { external: ['electron'] },
  },
});
