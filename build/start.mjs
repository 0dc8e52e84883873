/** `npm start`: the desk, from its bundles. */

import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { launch } from './start/launch.mjs';

const folders = await launch(['node', 'renderer']);
if (folders !== null) {
  const { start } = await import(pathToFileURL(path.join(folders.node ?? '', 'start.js')).href);
  await start({
    root: path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'),
    pageDirectory: folders.renderer,
    buildDesktop: async () => (await import('./build.ts')).ensureBuilt(['renderer', 'main', 'preload']),
  });
}
