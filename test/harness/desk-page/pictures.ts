/** Takes pictures of the desk in its states, sizes and color schemes: `node test/harness/desk-page/pictures.ts FOLDER [SCENE]`. */

import path from 'node:path';
import type { Page } from 'playwright';
import { PAGE_LOCALE } from '../chromium.ts';
import { type DeskScene, SCENES } from './desk-scenes.ts';
import { serveFakePage } from './fake-page.ts';
import { inBrowser } from './open-page.ts';

const SIZES = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;
const LARGE = { width: 3840, height: 2160 };
const SCHEMES = ['dark', 'light'] as const;
/** Fonts, lazy parts and transitions. */
const SETTLED_MS = 900;

const [folder = 'test/results/desk', only = ''] = process.argv.slice(2);

for (const [name, scene] of Object.entries(SCENES)) {
  if (only !== '' && !name.startsWith(only)) continue;
  await takeAll(name, scene);
}

async function takeAll(name: string, scene: DeskScene): Promise<void> {
  const served = await serveFakePage();
  try {
    scene.seed(served.fake);
    await inBrowser(async (browser) => {
      for (const colorScheme of SCHEMES) {
        for (const viewport of scene.isLarge === true ? [...SIZES, LARGE] : SIZES) {
          const page = await browser.newPage({ viewport, locale: PAGE_LOCALE, colorScheme, reducedMotion: 'reduce' });
          await page.goto(served.url);
          await page.getByRole('contentinfo').waitFor();
          await page.waitForTimeout(SETTLED_MS);
          await scene.act?.(page);
          await shoot(page, `${name}-${colorScheme}-${viewport.width}`);
          await page.close();
        }
      }
    });
  } finally {
    await served.close();
  }
}

async function shoot(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(SETTLED_MS / 3);
  await page.screenshot({ path: path.join(folder, `${name}.png`) });
}
