/** axe-core on a page as it stands: in both color schemes, at three sizes of the window. */

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

/** Rules that depend on colors: only they have more to find in the other color scheme. */
const COLOR_RULES = ['color-contrast', 'link-in-text-block'];

/** What axe calls minor is left out. */
const IMPACTS: readonly (string | null)[] = ['moderate', 'serious', 'critical'];

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

/** @returns moderate, serious and critical findings, each once, with where and how they were seen; empty when all is well */
export async function findingsOf(page: Page, place: string): Promise<string[]> {
  const found = new Map<string, string>();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.evaluate(settled);
      const rules = colorScheme === 'light' ? null : COLOR_RULES;
      for (const { id, impact, nodes } of (await runAxe(page, rules)).violations) {
        if (!IMPACTS.includes(impact)) continue;
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

/** Runs in the page: until it is painted and nothing in it moves anymore. What spins for ever isn't waited for. */
async function settled(): Promise<void> {
  const painted = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  await painted();
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  await painted();
}

/** @param rules null for all */
async function runAxe(page: Page, rules: readonly string[] | null): Promise<AxeResult> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE);
  return page.evaluate((only) => {
    const { axe } = window as unknown as { axe: { run(options: object): Promise<AxeResult> } };
    return axe.run({ resultTypes: ['violations'], ...(only === null ? {} : { runOnly: [...only] }) });
  }, rules);
}
