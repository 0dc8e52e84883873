/** Gives a page `window.testDesk`, bundled when it is first needed. */

import path from 'node:path';
import type { Page } from '@playwright/test';
import { build } from 'vite';

let bundling: Promise<string> | null = null;

/** Evaluated from outside the page, so that its policy is not in the way. Needed again after each reload. */
export async function connectPage(page: Page): Promise<void> {
  bundling ??= bundle();
  await page.evaluate(await bundling);
}

async function bundle(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: path.join(import.meta.dirname, 'page-desk.ts'), formats: ['iife'], name: 'pageDesk' },
    },
  });
  const [first] = Array.isArray(result) ? result : [result];
  if (first === undefined || !('output' in first)) throw new Error('The page client was not bundled');
  return first.output[0].code;
}
