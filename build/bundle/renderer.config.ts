/** The page: relative addresses only, so that it loads over HTTP and over the app's own scheme alike. */

import path from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');

export default defineConfig({
  root: path.join(root, 'renderer'),
  base: './',
  publicDir: false,
  cacheDir: path.join(root, 'out/vite-cache-renderer'),
  plugins: [react()],
  worker: { format: 'es' },
  build: {
    target: 'chrome140',
    // The content policy of the hosts allows files of the page's own origin, not data: addresses of fonts and scripts.
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 1500,
  },
});
