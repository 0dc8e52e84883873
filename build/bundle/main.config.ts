/** The desktop's Node side: the main process and the helper processes. */

import { defineConfig } from 'vite';
import { HELPERS, nodeBundle } from './node-side.ts';

export default defineConfig(nodeBundle({ main: 'electron/hosts/desktop/main.ts', ...HELPERS }, { server: false }));
