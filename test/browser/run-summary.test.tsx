import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { seasonScene, seasonSummary } from '../harness/fake-desk/season-scene.ts';
import { openDesk } from './open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const icon = () => document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';

test('the end of a batch is summed up until it is dismissed, in title and icon too', async () => {
  const link = document.createElement('link');
  link.rel = 'icon';
  document.head.append(link);
  const open = openDesk((fake) => fake.seed(seasonScene(Date.now())));
  await expect.poll(() => document.title).toMatch(/^4 of 15 · Cleartake$/);
  expect(icon()).toContain('stroke-dasharray');
  for (const [id, { state }] of open.fake.jobs)
    if (state.kind !== 'failed' && state.kind !== 'queued')
      open.fake.change(id, (job) => ({ ...job, state: { kind: 'done' } }));
  open.fake.endRun(seasonSummary(Date.now()));
  const card = page.getByRole('region', { name: 'Batch finished' });
  await expect
    .element(card)
    .toMatchTextContent(/118 done.*114 files saved.*2 failed.*16\.92 USD charged.*3\.10 USD saved/);
  await expect.element(card).toMatchTextContent(/after 51 min/);
  await expect.element(card.getByRole('button', { name: 'Copy path' })).toBeVisible();
  await expect.poll(() => document.title).toBe('✓ 118 of 120 · Cleartake');
  expect(icon()).toContain('svg');
  await card.getByRole('button', { name: 'Dismiss the summary' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.poll(() => document.title).toBe('Cleartake');
  link.remove();
});
