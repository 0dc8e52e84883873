/** axe-core on a page as it stands: in both colour schemes, at three sizes of the window. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';

const SIZES = [
  { width: 900, height: 600 },
  { width: 1280, height: 800 },
  { width: 1920, height: 1080 },
] as const;

/** As text: the page's policy forbids scripts from elsewhere, and the protocol doesn't ask it. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Less than serious, but a modal with a second banner is not to come back. */
const ALSO = ['landmark-no-duplicate-banner', 'landmark-no-duplicate-main', 'landmark-no-duplicate-contentinfo'];

/** Longer than the page's transitions. */
const SETTLED_MS = 350;

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** @returns serious and critical findings, each once, with where and how they were seen; empty when all is well */
export async function findingsOf(page: Page, place: string): Promise<string[]> {
  const found = new Map<string, string>();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.waitForTimeout(SETTLED_MS);
      for (const { id, impact, nodes } of (await runAxe(page)).violations) {
        if (impact !== 'serious' && impact !== 'critical' && !ALSO.includes(id)) continue;
        for (const { failureSummary, html } of nodes) {
          const where = `${place}, ${size.width}×${size.height}, ${colorScheme}`;
          const key = `${id}: ${html.slice(0, 160)}`;
          if (!found.has(key))
            found.set(key, `${key} (${where}; ${failureSummary.replace(/\s+/g, ' ').slice(0, 220)})`);
        }
      }
    }
  }
  return [...found.values()];
}

async function runAxe(page: Page): Promise<AxeResult> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate(() => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    return axe.run({ resultTypes: ['violations'] });
  });
}
