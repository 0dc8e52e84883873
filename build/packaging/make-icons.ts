/** Renders every icon from icon.svg: `node build/packaging/make-icons.ts` (needs Chromium). */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright';
import { encodeIcns, encodeIco, ICNS_SIZES, ICO_SIZES, LINUX_SIZES } from './icon-files.ts';

const folder = import.meta.dirname;
const drawing = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
const pictures = await render([...new Set([...ICNS_SIZES, ...ICO_SIZES, ...LINUX_SIZES])]);

writeFileSync(path.join(folder, 'icon.icns'), encodeIcns(pictures));
writeFileSync(path.join(folder, 'icon.ico'), encodeIco(pictures));
rmSync(path.join(folder, 'icons'), { recursive: true, force: true });
mkdirSync(path.join(folder, 'icons'));
for (const size of LINUX_SIZES) {
  writeFileSync(path.join(folder, `icons/${size}x${size}.png`), pictures.get(size) ?? new Uint8Array());
}

/** @param sizes in pixels @returns a PNG file of each size */
async function render(sizes: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const browser = await chromium.launch({
    executablePath: process.env.CLEARTAKE_CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  });
  try {
    const page = await browser.newPage();
    const rendered = new Map<number, Buffer>();
    for (const size of sizes) {
      await page.setViewportSize({ width: size, height: size });
      await page.setContent(
        `<style>html, body { margin: 0 } svg { display: block; width: ${size}px; height: ${size}px }</style>${drawing}`,
      );
      rendered.set(
        size,
        await page.screenshot({ omitBackground: true, clip: { x: 0, y: 0, width: size, height: size } }),
      );
    }
    return rendered;
  } finally {
    await browser.close();
  }
}
