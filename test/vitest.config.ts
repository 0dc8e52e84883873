import { availableParallelism } from 'node:os';
import path from 'node:path';
import react from '@vitejs/plugin-react';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig } from 'vitest/config';
import { CHROMIUM_ARGUMENTS, CHROMIUM_PATH, PAGE_LOCALE } from './harness/chromium.ts';
import { fakeMediaServer } from './harness/fake-desk/media-server.ts';
import { exportedPair } from './harness/listen/exported-pairs.ts';
import { realTakes } from './harness/listen/real-takes.ts';

const root = path.resolve(import.meta.dirname, '..');

/** Tests that measure time: they run alone. */
const TIMED = 'test/**/*.timed.test.ts';

/** What is polled for happens at once on a quiet machine. The default second is too short for a crowded one. */
const PATIENT = { poll: { interval: 50, timeout: 20_000 } };

/** Whole programs and real restorations: on a crowded machine one takes ten seconds where it takes half a second else. */
const REAL_PARTS = {
  environment: 'node',
  globalSetup: ['test/runner/bundle-setup.ts'],
  testTimeout: 6 * 60_000,
  hookTimeout: 6 * 60_000,
  expect: PATIENT,
  // A crowded machine may be late once, and the summary names each test that needed the second try. Tests that kill at random moments are
  // never tried again: what one of them finds is a finding.
  retry: 1,
};

export default defineConfig({
  root,
  cacheDir: 'out/vite-cache',
  test: {
    // Most tests wait: for processes, deadlines and the network. Four files at a time keep two cores busy.
    maxWorkers: Math.max(4, availableParallelism()),
    tags: [{ name: 'long', description: 'Takes seconds. `npm run prove` runs it, `npm test` does not.' }],
    projects: [
      // Properties are tried many times over: a slow machine takes longer than the default.
      {
        root,
        test: {
          name: 'unit',
          environment: 'node',
          isolate: false,
          include: ['test/unit/**/*.test.ts'],
          testTimeout: 3 * 60_000,
        },
      },
      {
        root,
        test: {
          ...REAL_PARTS,
          name: 'integration',
          isolate: false,
          include: ['test/{contract,integration}/**/*.test.ts'],
          exclude: [TIMED],
        },
      },
      {
        root,
        test: { ...REAL_PARTS, name: 'proofs', include: ['test/prove/**/*.test.ts'], exclude: [TIMED] },
      },
      { root, test: { ...REAL_PARTS, name: 'timed', include: ['test/integration/**/*.timed.test.ts'] } },
      { root, test: { ...REAL_PARTS, name: 'timed proofs', include: ['test/prove/**/*.timed.test.ts'] } },
      {
        root,
        test: {
          name: 'conformance',
          environment: 'node',
          include: ['test/conformance/conformance.test.ts'],
          globalSetup: ['test/conformance/setup/global-setup.ts'],
          // Its restorations run beside the browser's tests.
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        test: {
          name: 'conformance on PostgreSQL',
          environment: 'node',
          include: ['test/conformance/conformance.test.ts'],
          globalSetup: ['test/conformance/setup/postgres-setup.ts'],
          retry: 1,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        root,
        plugins: [react(), fakeMediaServer(), realTakes()],
        // All that the page and the fake desk import: a dependency found later would reload the page in the middle of a test.
        optimizeDeps: {
          include: [
            'axe-core',
            'react',
            'react/jsx-runtime',
            'react/jsx-dev-runtime',
            'react-dom',
            'react-dom/client',
            '@mantine/charts',
            '@mantine/core',
            '@mantine/hooks',
            '@mantine/modals',
            '@mantine/notifications',
            '@orpc/client',
            '@orpc/client/message-port',
            '@orpc/client/websocket',
            '@orpc/contract',
            '@orpc/server',
            '@orpc/server/message-port',
            '@tabler/icons-react',
            'wavesurfer.js',
            'zod',
            'zustand',
            'zustand/react/shallow',
            'zustand/vanilla',
          ],
        },
        test: {
          name: 'browser',
          // A page of its own for each file takes twice the time: only the long tests have it.
          isolate: process.env.CLEARTAKE_PROVE !== undefined,
          include: ['test/browser/**/*.test.tsx', 'test/browser/**/*.test.ts'],
          testTimeout: 60_000,
          expect: PATIENT,
          retry: 1,
          browser: {
            enabled: true,
            headless: true,
            commands: { exportedPair },
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: CHROMIUM_PATH, args: CHROMIUM_ARGUMENTS },
              // Without animations: nothing that fades out is found in the place of what follows.
              contextOptions: { locale: PAGE_LOCALE, reducedMotion: 'reduce' },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
