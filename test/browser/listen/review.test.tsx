import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { heldOver, OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const card = () => page.getByRole('region', { name: 'Held for review' });
const position = () => page.getByRole('timer').element().textContent;

/** The room of the first of three recordings that were held back. */
async function openHeld(amount: number) {
  const open = openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed(heldOver(OVER_STUDIO, amount));
  });
  await page.getByRole('button', { name: 'Review…' }).click();
  await page.getByRole('button', { name: 'Listen to Adeyemi, morning session.wav' }).click();
  await expect.element(card()).toBeVisible();
  return open;
}

test('the room says why a result was held back, leads to the place, and accepts it; the next one is offered', {
  tags: 'long',
}, async () => {
  const open = await openHeld(240_000);
  await expect.element(card()).toMatchTextContent(/Held back because the restored file failed a check/);
  await expect.element(card()).toMatchTextContent(/1\.8 s of speech missing at 12:04.*The recording has a voice there/);
  const marks = page.getByRole('group', { name: 'Places to hear' });
  await expect.element(marks.getByRole('button', { name: /Failed check in Service 2\.0, 12:04/ })).toBeVisible();
  // The room begins before the place; from elsewhere its button leads there.
  await expect.poll(position).toMatch(/^12:02/);
  await userEvent.keyboard('{Home}');
  await expect.poll(position).toMatch(/^0:00/);
  await card().getByRole('button', { name: '1.8 s of speech missing at 12:04' }).click();
  await expect.poll(position).toMatch(/^12:02/);

  // What is held back is accepted or restored again; only then it can be kept.
  expect(page.getByRole('button', { name: /^Keep/ }).query()).toBeNull();
  await card().getByRole('button', { name: 'Accept' }).click();
  await expect.poll(() => open.fake.jobs.get('held-0')?.state.kind).toBe('done');
  await expect.element(card()).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Next to review (2)' }).click();
  await expect.poll(() => window.location.hash).toBe('#/listen/held-1');
  await expect.element(card()).toMatchTextContent(/Clipped at 28:40/);
  await userEvent.keyboard('a');
  await expect.poll(() => open.fake.jobs.get('held-1')?.state.kind).toBe('done');
});

test('Redo tells its price before anything is started; what has left the queue can’t be decided', {
  tags: 'long',
}, async () => {
  const open = await openHeld(240_000);
  await card().getByRole('button', { name: 'Redo 0.24 USD' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this recording again?' });
  await expect.element(dialog).toMatchTextContent(/It costs at most 0\.24 USD over Studio/);
  // The room's keys rest meanwhile.
  await userEvent.keyboard('a');
  await dialog.getByRole('button', { name: 'Don’t redo' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(open.takeCalls().filter((call) => call.startsWith('queue.'))).toEqual([]);
  await userEvent.keyboard('r');
  await dialog.getByRole('button', { name: 'Redo for 0.24 USD' }).click();
  await expect.poll(() => open.fake.redone).toEqual([{ jobId: 'held-0', maxCost: 240_000 }]);
  await page.getByRole('button', { name: 'Next to review (2)' }).click();
  await expect.element(card()).toMatchTextContent(/Clipped at 28:40/);

  open.fake.remove(['held-1']);
  await expect.element(card()).toMatchTextContent(/This recording has left the queue/);
  await expect.element(card().getByRole('button', { name: 'Accept' })).not.toBeInTheDocument();
});

test('what is free is redone at once', { tags: 'long' }, async () => {
  const open = await openHeld(0);
  await card().getByRole('button', { name: 'Redo' }).click();
  await expect.poll(() => open.fake.redone).toHaveLength(1);
});
