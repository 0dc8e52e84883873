/** What runs in Node itself: the command line, `npm start` with the browser host, and the helper processes. */

import { defineConfig } from 'vite';
import { HELPERS, nodeBundle } from './node-side.ts';

export default defineConfig(
  nodeBundle(
    {
      cli: 'electron/hosts/cli/main.ts',
      start: 'build/start.ts',
      'keyring-probe': 'electron/hosts/common/vault/keyring-probe.ts',
      ...HELPERS,
    },
    { server: true },
  ),
);
