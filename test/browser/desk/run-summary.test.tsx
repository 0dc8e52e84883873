import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { errorOf } from '../../harness/fake-desk/fake-jobs.ts';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';
import { seasonScene, seasonSummary } from '../../harness/fake-desk/season-scene.ts';
import { openDesk } from '../open-desk.tsx';

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
    .toMatchTextContent(
      /118 of 120 done.*2 need attention.*16\.92 USD charged.*3\.10 USD saved.*114 files in Restored/,
    );
  await expect.element(card).toMatchTextContent(/took 51 min/);
  await expect.element(card.getByRole('button', { name: 'Copy path' })).toBeVisible();
  await expect.poll(() => document.title).toBe('✓ 118 of 120 · Cleartake');
  expect(icon()).toContain('svg');
  const costs = card.getByRole('link', { name: 'Costs of this batch' });
  await expect.element(costs).toHaveAttribute('href', '#/costs/batch=season');
  await card.getByRole('button', { name: 'Dismiss the summary' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await expect.poll(() => document.title).toBe('Cleartake');
  link.remove();
});

test('after failures, what leads on comes first, and only what the batch made is there to hear', async () => {
  const now = Date.now();
  const error = errorOf('serviceBusy');
  const old = { started: true, state: { kind: 'done' }, finishedAt: now - 7_200_000 } as const;
  const open = openDesk((fake) =>
    fake.seed([
      { id: 'old', name: 'old.wav', ...old },
      { id: 'new', name: 'new.wav', ...old, finishedAt: now - 900_000 },
      {
        ...{ id: 'broken', name: 'broken.wav', started: true, finishedAt: now - 800_000 },
        state: { kind: 'failed', error, retryFrom: 'exporting' },
      },
    ]),
  );
  open.fake.endRun({ ...seasonSummary(now), done: 1, failed: 1, batchId: null });
  const card = page.getByRole('region', { name: 'Batch finished' });
  const buttons = () =>
    card
      .getByRole('button')
      .elements()
      .map((one) => one.textContent);
  await expect.poll(buttons).toEqual(expect.arrayContaining(['Retry 1 failed', 'Listen to 1']));
  // So it is with what follows: rows of earlier batches aren't saved or restored with it.
  await card.getByRole('button', { name: 'Restore again…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Restore new.wav again' })).toBeVisible();
  await page.getByRole('button', { name: 'Cancel' }).click();
  expect(buttons()[0]).toBe('Retry 1 failed');
  open.fake.change('broken', (job) => ({
    ...job,
    state: { kind: 'failed', error: errorOf('mediaUnsupported'), retryFrom: 'preparing' },
  }));
  await expect.poll(() => buttons()[0]).toBe('Show what failed');
});

test('the footer shows what the connection in use spent of its cap', async () => {
  const open = openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed(seasonScene(Date.now()));
  });
  const footer = page.getByRole('contentinfo');
  await expect.element(footer).toMatchTextContent(/Today 0\.5535 USD charged/);
  const spent = { connectionId: STUDIO.id, connection: 'Studio', day: 2_340_000, month: 31_000_000, held: 4_170_000 };
  open.fake.spend([{ ...spent, caps: { day: 25_000_000, month: null } }]);
  await expect.element(footer).toMatchTextContent(/Studio today 2\.34 USD charged · 4\.17 held · cap 25\.00/);
  open.fake.spend([{ ...spent, caps: { day: null, month: 40_000_000 } }]);
  await expect.element(footer).toMatchTextContent(/Studio this month 31\.00 USD charged · 4\.17 held · cap 40\.00/);
});
