import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { GenerationView } from '../../../shared/contract/views.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import type { FakeDesk } from '../../harness/fake-desk/fake-desk.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 900));

const transport = () => page.getByTestId('transport').element();
const heard = () => transport().getAttribute('data-take');
const frame = () => transport().getAttribute('data-frame');
const takes = () => page.getByTestId('take').elements().length;
const pressed = (name: RegExp) => page.getByRole('button', { name }).element().getAttribute('aria-pressed');

function setState(fake: FakeDesk, model: ModelId, state: GenerationView['state']): void {
  fake.change(HEARD.id, (job) => ({
    ...job,
    generations: job.generations.map((each) => (each.model === model ? { ...each, state } : each)),
  }));
}

/** The room of a recording of which one model isn't done yet. */
async function openRoom(late: ModelId): Promise<FakeDesk> {
  const { fake } = openDesk((desk) => {
    seedListening(desk, HEARD.id, HEARD.durationSeconds);
    setState(desk, late, 'processing');
  });
  await page
    .getByRole('button', { name: /^(Compare|Listen)/ })
    .first()
    .click();
  await expect.poll(takes).toBe(2);
  return fake;
}

test('place, loop, preview with its settings and difference stay when another take arrives before theirs', {
  tags: 'long',
}, async () => {
  const fake = await openRoom('service-2');
  await userEvent.keyboard('{ArrowRight}[[');
  await expect.poll(() => pressed(/^Loop/)).toBe('true');
  const card = page.getByRole('region', { name: 'Strength and loudness' });
  const strength = card.getByRole('slider', { name: 'Strength' });
  // The side panel comes after the takes.
  await expect.element(strength).toBeInTheDocument();
  (strength.element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await expect.poll(heard).toMatch(/^preview:.*service-3\.5$/);
  await expect.element(card).toMatchTextContent('80 %');
  setState(fake, 'service-2', 'stored');
  await expect.poll(takes).toBe(3);
  await expect.poll(heard).toMatch(/^preview:.*service-3\.5$/);
  await expect.element(card).toMatchTextContent('80 %');
  await expect.element(card).toMatchTextContent('Hear Service 3.5');
  expect(pressed(/^Loop/)).toBe('true');
  await expect.poll(frame).toBe('240000');
  // And once more, from the other side, while the difference is heard.
  setState(fake, 'service-2', 'processing');
  await expect.poll(takes).toBe(2);
  await userEvent.keyboard('d');
  await expect.poll(heard).toMatch(/^difference:.*service-3\.5@/);
  setState(fake, 'service-2', 'stored');
  await expect.poll(takes).toBe(3);
  await expect.poll(heard).toMatch(/^difference:.*service-3\.5@/);
  await expect.element(page.getByTestId('take').nth(2)).toMatchTextContent('removed');
  await userEvent.keyboard('d');
  await expect.poll(heard).toMatch(/^result:.*service-3\.5$/);
});

test('a blind test goes on when a take arrives, and then leaves the room as it was', { tags: 'long' }, async () => {
  const fake = await openRoom('service-3.5');
  await userEvent.keyboard('b');
  await expect.element(page.getByRole('dialog', { name: 'Set up a blind test' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Listener' }).fill('Ada');
  await userEvent.keyboard('{Enter}');
  const trial = (number: number) => page.getByRole('main').getByText(`Trial ${number} of 10`);
  await expect.element(trial(1)).toBeVisible();
  await expect.poll(() => document.querySelector('[role=dialog], [role=listbox]')).toBeNull();
  const x = page.getByRole('button', { name: 'Play X' });
  await userEvent.keyboard('x');
  await expect.element(x).toMatchTextContent(/Heard once/);
  await userEvent.keyboard('a1');
  await expect.element(trial(2)).toBeVisible();
  await userEvent.keyboard('x');
  await expect.element(x).toMatchTextContent(/Heard once/);
  setState(fake, 'service-3.5', 'stored');
  const answered = () => [...fake.blindTests().values()].map(({ answers }) => answers.length);
  await expect.element(trial(2)).toBeVisible();
  await expect.element(x).toMatchTextContent(/Heard once/);
  await userEvent.keyboard('a1');
  await expect.element(trial(3)).toBeVisible();
  expect(answered()).toEqual([2]);
  await page
    .getByRole('button', { name: /^(Stop|End|Leave|Cancel)/ })
    .first()
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop the test' }).click();
  await expect.poll(takes).toBe(3);
  expect(pressed(/^Loop/)).toBe('false');
  expect(pressed(/^Level match/)).toBe('true');
});
