import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { longScene, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { row, rows } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

test('with fifty thousand recordings few rows exist, and one change renders one row', {
  tags: 'long',
  timeout: 60_000,
}, async () => {
  const open = openDesk((fake) => fake.seed(longScene(50_000)));
  await expect.poll(() => rows().elements().length, { timeout: 30_000 }).toBeGreaterThan(5);
  expect(rows().elements().length).toBeLessThan(60);
  // The first rows are there before the others, and waveforms arrive last.
  const known = () => document.querySelector('[role="grid"]')?.getAttribute('aria-rowcount');
  await expect.poll(known, { timeout: 30_000 }).toBe('50001');
  await expect.poll(() => document.querySelectorAll('[data-job]:not(:has(svg[data-drawn]))').length).toBe(0);
  const changed: string[] = [];
  const observer = new MutationObserver((mutations) => {
    for (const { target } of mutations) {
      const element = target instanceof Element ? target : target.parentElement;
      const job = element?.closest('[data-job]')?.getAttribute('data-job');
      if (job) changed.push(job);
    }
  });
  const grid = document.querySelector('[role="rowgroup"]');
  if (grid === null) throw new Error('No rows');
  observer.observe(grid, { subtree: true, childList: true, attributes: true, characterData: true });
  open.fake.change('long-2', (job) => ({ ...job, name: 'renamed.wav' }));
  open.fake.change('long-40000', (job) => ({ ...job, name: 'out of sight.wav' }));
  await expect.element(page.getByText('renamed.wav')).toBeVisible();
  observer.disconnect();
  expect(new Set(changed)).toEqual(new Set(['long-2']));
});

test('a lost event makes the page fetch the queue again', async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(3);
  expect(open.fake.listings).toBe(1);
  open.fake.skipRevision();
  open.fake.seed([{ name: 'late.wav', durationSeconds: 10 }]);
  await expect.poll(() => rows().elements().length).toBe(4);
  expect(open.fake.listings).toBe(2);
});

test('a lost connection is restored automatically, with all changes made meanwhile', async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(3);
  open.disconnect();
  await expect.element(page.getByText('Connection to Cleartake lost. Reconnecting…')).toBeVisible();
  open.fake.seed([{ name: 'meanwhile.wav', durationSeconds: 10 }]);
  await expect.element(page.getByText('meanwhile.wav')).toBeVisible();
  await expect.element(page.getByText('Connected', { exact: true })).toBeVisible();
});

test('while the connection is lost, the page is inert', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE));
  await expect.poll(() => rows().elements().length).toBe(3);
  open.disconnect(true);
  await expect.poll(() => row('w1').closest('[inert]') !== null).toBe(true);
  await expect.element(page.getByRole('heading', { name: 'Cleartake isn’t running' })).toBeVisible();
  expect(rows().elements()).toHaveLength(0);
});
