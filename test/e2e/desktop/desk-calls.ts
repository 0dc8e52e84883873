/** The calls that most specs make, through the page's own connection to the desk. */

import type { Page } from '@playwright/test';
import { type BatchPreset, DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';

export const BOTH_MODELS: BatchPreset = { ...DEFAULT_BATCH_PRESET, models: ['service-2', 'service-3.5'] };

/** Adds paths and starts them; gives the ids of the jobs. */
export function addAndStart(page: Page, paths: readonly string[], preset: BatchPreset): Promise<readonly string[]> {
  return page.evaluate(async (input) => (await window.testDesk.queue.add(input)).jobIds, {
    paths: [...paths],
    preset,
    start: true,
  });
}

/** The jobs of the queue as the desk tells them now. */
export function listJobs(page: Page) {
  return page.evaluate(async () => (await window.testDesk.queue.list({ offset: 0, limit: 100 })).jobs);
}
