/** The calls that most specs make, through the page's own connection to the desk. */

import type { Page } from '@playwright/test';
import { type BatchPreset, DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';

export const BOTH_MODELS: BatchPreset = { ...DEFAULT_BATCH_PRESET, models: ['service-2', 'service-3.5'] };

/** Picks files as a person does, so that the page may name their paths. */
export async function giveFiles(page: Page, paths: readonly string[]): Promise<string[]> {
  await page.evaluate(() => {
    document.querySelector('#given')?.remove();
    document.body.append(Object.assign(document.createElement('input'), { type: 'file', multiple: true, id: 'given' }));
  });
  // Playwright's own call sends copies without a path to a browser that it is connected to.
  const session = await page.context().newCDPSession(page);
  const { result } = await session.send('Runtime.evaluate', { expression: "document.querySelector('#given')" });
  await session.send('DOM.setFileInputFiles', { files: [...paths], objectId: result.objectId ?? '' });
  await session.detach();
  return page.evaluate(() => {
    const { cleartake } = window as unknown as { cleartake: { pathsForFiles(files: File[]): Promise<string[]> } };
    return cleartake.pathsForFiles([...(document.querySelector<HTMLInputElement>('#given')?.files ?? [])]);
  });
}

/** Adds files and starts them; gives the ids of the jobs. */
export async function addAndStart(
  page: Page,
  paths: readonly string[],
  preset: BatchPreset,
): Promise<readonly string[]> {
  return page.evaluate(async (input) => (await window.testDesk.queue.add(input)).jobIds, {
    paths: await giveFiles(page, paths),
    preset,
    start: true,
  });
}

/** The jobs of the queue as the desk tells them now. */
export function listJobs(page: Page) {
  return page.evaluate(async () => (await window.testDesk.queue.list({ offset: 0, limit: 100 })).jobs);
}
