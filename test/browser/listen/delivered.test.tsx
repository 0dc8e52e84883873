import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { FakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 900));

const RESULT = `result:gen-${HEARD.id}-service-2`;
const SETTINGS = { strength: 0.8, loudness: -16 };
const transport = () => page.getByTestId('transport').element();
const heard = () => transport().getAttribute('data-take');
const card = (index: number) => page.getByTestId('take').nth(index);
const choice = () => page.getByRole('radiogroup', { name: 'What to hear of Service 2.0' });

async function openRoom(
  problem: 'missing' | null = null,
  change: (desk: FakeDesk) => void = () => undefined,
): Promise<FakeDesk> {
  const { fake } = openDesk((desk) => {
    seedListening(desk, HEARD.id, HEARD.durationSeconds);
    desk.deliveries.set(RESULT, { settings: SETTINGS, problem });
    change(desk);
  });
  await page.getByRole('button', { name: 'Compare' }).first().click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  return fake;
}

test('a result is heard as it was delivered, in the same card; the place and the loop are kept', {
  tags: 'long',
}, async () => {
  const fake = await openRoom();
  await userEvent.keyboard('{ArrowRight}[[{ArrowRight}{ArrowRight}]');
  await expect
    .poll(() => page.getByRole('button', { name: /^Loop/ }).element().getAttribute('aria-pressed'))
    .toBe('true');
  await choice().getByText('As saved').click();
  // It is read once, then a player that has it takes over.
  await expect.poll(heard).toBe(RESULT.replace('result:', 'delivered:'));
  expect([...fake.prepared]).toEqual([RESULT.replace('result:', 'delivered:')]);
  expect(transport().getAttribute('data-frame')).toBe('240000');
  expect(page.getByRole('button', { name: /^Loop/ }).element().getAttribute('aria-pressed')).toBe('true');
  await expect.element(card(1)).toMatchTextContent('As saved: 80 %, −16 LUFS, MP3 · matched −7.4 dB');
  expect(card(1).element().getAttribute('data-active')).toBe('true');
  // Keys choose cards, and a card plays what it shows.
  await userEvent.keyboard('1');
  await expect.poll(heard).toMatch(/^original:/);
  await userEvent.keyboard('2');
  await expect.poll(heard).toMatch(/^delivered:/);
  await expect.element(page.getByTestId('announcement')).toHaveTextContent('Listening to Service 2.0 as saved.');
  await choice().getByText('Raw').click();
  await expect.poll(heard).toBe(RESULT);
  expect(page.getByTestId('take').elements()).toHaveLength(3);
});

test('an output that was moved says so, and the result is still there', async () => {
  await openRoom('missing');
  await expect.element(card(1)).toMatchTextContent('The saved file was moved or deleted.');
  await expect.element(choice()).not.toBeInTheDocument();
  expect(heard()).toBe(RESULT);
});

test('an earlier result is added and removed; the place, and what is heard, stay', { tags: 'long' }, async () => {
  await openRoom(null, (desk) => {
    const label = 'Service 2.0 · Paid service';
    desk.others.push({ takeId: `${RESULT}-earlier`, label, at: Date.UTC(2026, 9, 3) });
  });
  await userEvent.keyboard('3{ArrowRight}');
  await expect.poll(heard).toMatch(/service-3\.5$/);
  await page.getByRole('button', { name: 'Add a take…' }).click();
  await page.getByRole('menuitem', { name: /^Service 2\.0 · Paid service/ }).click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(4);
  await expect.poll(heard).toMatch(/service-3\.5$/);
  await expect.poll(() => transport().getAttribute('data-frame')).toBe('240000');
  // Nothing is left to add.
  await expect.element(page.getByRole('button', { name: 'Add a take…' })).not.toBeInTheDocument();
  await userEvent.keyboard('4');
  await expect.poll(heard).toBe(`${RESULT}-earlier`);
  await page.getByRole('button', { name: 'Remove Service 2.0 · Paid service from the takes' }).click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  // What is gone can't be heard: the original is.
  await expect.poll(heard).toMatch(/^original:/);
  await expect.poll(() => transport().getAttribute('data-frame')).toBe('240000');
});
