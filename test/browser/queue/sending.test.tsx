import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { rows } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 860));

const PRICED = { ...STUDIO, chosen: false, prices: { 'service-2': 500, 'service-3.5': 500 } };
const dialog = () => page.getByRole('dialog');

function openFinished(withService = true) {
  return openDesk((fake) => {
    if (withService) fake.addConnection(PRICED);
    const done = (id: string) => ({
      ...{ id, name: `${id}.wav`, started: true, state: { kind: 'done' as const }, durationSeconds: 120 },
      generations: [{ ...makeGeneration(id, 'service-2'), state: 'stored' as const }],
    });
    fake.seed([done('one'), done('two'), { id: 'three', name: 'three.wav' }]);
  });
}

test('a finished recording is sent from its menu, after its price was shown', async () => {
  const open = openFinished();
  await page.getByRole('button', { name: 'Actions for one.wav' }).click();
  await page.getByRole('menuitem', { name: 'Send to service…' }).click();
  await expect.element(dialog()).toMatchTextContent(/results that you have stay/);
  await expect.element(dialog()).toMatchTextContent(/At most 0\.06 USD\./);
  expect(open.fake.sent).toEqual([]);
  await dialog().getByRole('button', { name: 'Send', exact: true }).click();
  await expect.poll(() => open.fake.sent).toEqual([{ jobIds: ['one'], connectionId: STUDIO.id }]);
  await expect.element(page.getByText(`1 recording sent to ${STUDIO.name}.`)).toBeVisible();
});

test('several are sent at once; those that aren’t finished are left out, and Cancel sends nothing', async () => {
  const open = openFinished();
  for (const row of [0, 1, 2]) await rows().nth(row).getByRole('checkbox').click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Send to service…' }).click();
  await expect.element(dialog()).toMatchTextContent(/At most 0\.12 USD\. 1 selected recording isn’t sent/);
  await dialog().getByRole('button', { name: 'Cancel' }).click();
  await expect.poll(() => dialog().query()).toBeNull();
  expect(open.fake.sent).toEqual([]);
});

test('without another service nothing is offered', async () => {
  openFinished(false);
  await page.getByRole('button', { name: 'Actions for one.wav' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Details…' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Send to service…' }).query()).toBeNull();
});
