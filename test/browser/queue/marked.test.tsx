import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { rows } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 860));

const NOISY = { kind: 'noise', signalToNoise: 18.2 } as const;
const bar = () => page.getByRole('region', { name: 'Could be better' });

function openMarked(withService = true) {
  return openDesk((fake) => {
    if (withService) fake.addConnection({ ...STUDIO, chosen: false, prices: { 'service-2': 500, 'service-3.5': 500 } });
    const done = (id: string, weaknesses: readonly (typeof NOISY)[] = []) => ({
      ...{ id, name: `${id}.wav`, started: true, state: { kind: 'done' as const }, durationSeconds: 120 },
      weaknesses: [...weaknesses],
      generations: [{ ...makeGeneration(id, 'service-2'), state: 'stored' as const }],
    });
    fake.seed([done('good'), done('hall', [NOISY]), done('café', [NOISY])]);
  });
}

test('marked rows say why, are filtered, and are sent together after their price was shown', async () => {
  const open = openMarked();
  await expect.element(rows().nth(1)).toMatchTextContent(/Could be better: Background noise is still loud/);
  await expect.element(rows().nth(0)).not.toMatchTextContent(/Could be better/);
  await bar().getByRole('button', { name: 'Show' }).click();
  await expect.poll(() => rows().elements().length).toBe(2);
  await bar().getByRole('button', { name: 'Send 2 to service…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/At most 0\.12 USD\./);
  await dialog.getByRole('button', { name: 'Send 2' }).click();
  await expect.poll(() => open.fake.sent).toEqual([{ jobIds: ['hall', 'café'], connectionId: STUDIO.id }]);
});

test('whoever keeps the results sees no marks anymore; without a service there is nothing to send to', async () => {
  openMarked(false);
  expect(bar().getByRole('button', { name: /^Send/ }).query()).toBeNull();
  await page.getByRole('button', { name: 'Could be better 2' }).click();
  await bar().getByRole('button', { name: 'Keep all' }).click();
  await expect.poll(() => bar().query()).toBeNull();
  // The filter stays while it is the one in use.
  await expect.element(page.getByRole('button', { name: 'Could be better 0' })).toBeVisible();
  await page.getByRole('button', { name: 'All 3' }).click();
  await expect.poll(() => page.getByRole('button', { name: /^Could be better \d/ }).query()).toBeNull();
  await expect.element(rows().nth(1)).not.toMatchTextContent(/Could be better/);
});

test('the worst minute is tried from the menu with its price, and Listen then sends the whole or keeps the result', {
  tags: 'long',
}, async () => {
  const open = openMarked();
  await page.getByRole('button', { name: 'Actions for hall.wav' }).click();
  await page.getByRole('menuitem', { name: 'Try the worst minute…' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog).toMatchTextContent(/from 12:30 to 13:30/);
  await expect.element(dialog).toMatchTextContent(/At most 0\.06 USD\./);
  await dialog.getByRole('checkbox', { name: 'Service 2.0' }).click();
  await expect.element(dialog).toMatchTextContent(/At most 0\.03 USD\./);
  await dialog.getByRole('button', { name: 'Try it' }).click();
  const asked = { jobId: 'hall', connectionId: STUDIO.id, models: ['service-3.5'], maxCost: 30_000 };
  await expect.poll(() => open.fake.tried).toEqual([asked]);
  await expect.element(rows().nth(3)).toMatchTextContent(/hall, minute from 12\.30\.wav.*worst minute/);

  open.fake.change('hall-minute', (job) => ({
    ...{ ...job, state: { kind: 'done' } },
    generations: job.generations.map((one) => ({ ...one, state: 'stored' as const })),
  }));
  await rows().nth(3).getByRole('button', { name: 'Compare' }).click();
  await page.getByRole('button', { name: 'Send the whole…' }).click();
  await expect.element(dialog).toMatchTextContent(/At most 0\.06 USD\./);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await expect
    .poll(() => open.fake.sent)
    .toEqual([{ jobIds: ['hall'], connectionId: STUDIO.id, models: ['service-3.5'] }]);
  await page.getByRole('button', { name: 'Keep this result' }).click();
  await expect.poll(() => open.fake.jobs.get('hall')?.weaknesses).toEqual([]);
});

test('of a recording that is no longer than a minute, the whole is offered instead', async () => {
  const open = openMarked();
  open.fake.change('hall', (job) => ({ ...job, durationSeconds: 40 }));
  await page.getByRole('button', { name: 'Actions for hall.wav' }).click();
  await page.getByRole('menuitem', { name: 'Try the worst minute…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Send the whole…' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent(/Send hall\.wav to a service/);
  expect(open.fake.tried).toEqual([]);
});
