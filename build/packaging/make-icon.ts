/** Renders icon.png from icon.svg: `node build/packaging/make-icon.ts` (needs Chromium). Packaging derives the other icons from it. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';

const SIZE = 1024;
const folder = import.meta.dirname;

const browser = await chromium.launch({
  executablePath: process.env.CLEARTAKE_CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
try {
  const page = await browser.newPage({ viewport: { width: SIZE, height: SIZE } });
  const drawing = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
  await page.setContent(`<style>html, body { margin: 0 } svg { display: block; width: ${SIZE}px }</style>${drawing}`);
  await page.screenshot({ path: path.join(folder, 'icon.png'), omitBackground: true });
} finally {
  await browser.close();
}
