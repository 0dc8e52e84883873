import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hiddenSide, takeBehind } from '../../../shared/domain/listening/blind-test.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';

const TRIALS = 10;

async function openRoom(): Promise<OpenDesk> {
  await page.viewport(1280, 800);
  const open = openDesk((fake) => seedListening(fake, HEARD.id, HEARD.durationSeconds));
  await page
    .getByRole('button', { name: /^(Compare|Listen)/ })
    .first()
    .click();
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  return open;
}

/** Beside the question, and not only announced. */
async function trialShown(trial: number): Promise<void> {
  await expect.element(page.getByRole('main').getByText(`Trial ${trial} of ${TRIALS}`)).toBeVisible();
}

async function startTest(kind: 'abx' | 'preference' = 'abx'): Promise<OpenDesk> {
  const open = await openRoom();
  await userEvent.keyboard('b');
  await expect.element(page.getByRole('dialog', { name: 'Set up a blind test' })).toBeVisible();
  if (kind === 'preference') await page.getByRole('radio', { name: 'Which do I prefer?' }).click();
  await page.getByRole('textbox', { name: 'Listener' }).fill('Ada');
  await userEvent.keyboard('{Enter}');
  await trialShown(1);
  await expect.poll(() => document.querySelector('[role=dialog], [role=listbox]')).toBeNull();
  return open;
}

function latest({ fake }: OpenDesk) {
  const test = [...fake.blindTests().values()].at(-1);
  if (test === undefined) throw new Error('No blind test was started');
  return test;
}

/** Everything that the page says or hides in attributes, without the letters' own words. */
const pageText = () => document.querySelector('main')?.outerHTML ?? '';

test('ten trials by keyboard alone: who hears the difference learns it at the end, and the test is kept', async () => {
  const open = await startTest();
  for (let trial = 0; trial < TRIALS; trial++) {
    await trialShown(trial + 1);
    await userEvent.keyboard('x');
    await expect.element(page.getByRole('button', { name: 'Play X' })).toMatchTextContent(/Heard once/);
    await userEvent.keyboard('a');
    await userEvent.keyboard(hiddenSide(latest(open), trial) === 'a' ? '1' : '2');
  }
  await expect.element(page.getByText('You can hear the difference.').first()).toBeVisible();
  await expect.element(page.getByText('10 of 10').first()).toBeVisible();
  expect(latest(open)).toMatchObject({ listener: 'Ada', kind: 'abx', finishedAt: expect.any(Number) });
  await page.getByRole('button', { name: 'Back to Listen' }).click();
  await expect.element(page.getByRole('region', { name: 'Blind test' })).toMatchTextContent(/10 of 10/);
});

test('nothing on the page tells which take is behind a letter, whatever is drawn and however often it is played', async () => {
  const open = await startTest();
  const seen = new Map<string, Set<string>>();
  for (let trial = 0; trial < TRIALS; trial++) {
    await trialShown(trial + 1);
    const drawn = latest(open);
    const behind = takeBehind(drawn, hiddenSide(drawn, trial), trial);
    await userEvent.keyboard('x');
    await expect.element(page.getByRole('button', { name: 'Play X' })).toMatchTextContent(/Heard once/);
    await expect.element(page.getByRole('button', { name: 'Play X' })).toHaveAttribute('aria-pressed', 'true');
    // The page is the same in every trial but for its number, so also for both takes behind X.
    const html = pageText()
      .replaceAll(`Trial ${trial + 1} of`, 'Trial N of')
      .replaceAll(/<i [^>]*data-state[^>]*>/g, '<i>');
    const at = html.replaceAll(/transform: scaleX\([^)]*\)/g, '').replaceAll(/\d+:\d\d(\.\d+)?/g, '0:00');
    seen.set(behind, (seen.get(behind) ?? new Set()).add(at));
    expect(html).not.toContain(drawn.first);
    expect(html).not.toContain(drawn.second);
    expect(html).not.toContain(drawn.seed);
    await userEvent.keyboard('1');
  }
  await expect.element(page.getByRole('button', { name: 'Back to Listen' })).toBeVisible();
  const pictures = new Set([...seen.values()].flatMap((each) => [...each]));
  expect(seen.size).toBeGreaterThan(0);
  expect(pictures.size).toBe(1);
});

test('a preference says which take won, and may be saved as a verdict', async () => {
  const open = await startTest('preference');
  for (let trial = 0; trial < TRIALS; trial++) {
    await trialShown(trial + 1);
    await userEvent.keyboard(takeBehind(latest(open), 'a', trial) === 'second' ? '1' : '2');
  }
  await expect.element(page.getByText('You prefer Service 3.5.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Save: Service 3.5 is better' }).click();
  await page.getByRole('button', { name: 'Back to Listen' }).click();
  await expect.element(page.getByText('Service 3.5 better than Service 2.0')).toBeVisible();
});

test('the first trial begins where its passage does, not at the start of the recording', async () => {
  await openRoom();
  for (let step = 0; step < 8; step++) await userEvent.keyboard('{ArrowRight}');
  await userEvent.keyboard('+++');
  await userEvent.keyboard('b');
  await expect.element(page.getByRole('radio', { name: /^In view, 0:3/ })).toBeChecked();
  await page.getByRole('button', { name: 'Start test' }).click();
  await trialShown(1);
  await userEvent.keyboard('x');
  const played = () => document.querySelector<HTMLElement>('[class*="fill"][style*="scaleX"]')?.style.transform ?? '';
  await expect.poll(() => Number(/[\d.]+/.exec(played())?.[0] ?? 0), { timeout: 10_000 }).toBeGreaterThan(0);
});

test('a test that is stopped counts for nothing', async () => {
  const open = await startTest();
  await userEvent.keyboard('1');
  await trialShown(2);
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  expect(latest(open).finishedAt).toBeNull();
  await expect.element(page.getByRole('region', { name: 'Blind test' })).not.toMatchTextContent(/ of 10/);
});

test('a verdict, its reversal, a note and tags are kept', async () => {
  const open = await openRoom();
  await page.getByRole('button', { name: 'Keep Service 2.0' }).click();
  await expect.element(page.getByText('Service 2.0 kept')).toBeVisible();
  await page.getByRole('button', { name: 'Reject Service 2.0' }).click();
  await expect.element(page.getByText('Service 2.0 rejected')).toBeVisible();
  await page.getByRole('button', { name: 'Undo: Service 2.0 rejected' }).click();
  await expect.element(page.getByText('Service 2.0 kept')).toBeVisible();
  await page.getByRole('combobox', { name: 'Tags' }).fill('outdoors');
  await userEvent.keyboard('{Enter}');
  // Who leaves the page by a key leaves the field, too.
  await page.getByRole('textbox', { name: 'Note' }).fill('Traffic at the start');
  await userEvent.keyboard('{Control>}3{/Control}');
  await expect.poll(() => window.location.hash).toBe('#/history');
  await expect.element(page.getByRole('main').getByText('Service 2.0 kept')).toBeInTheDocument();
  const told: string[] = [];
  const calls = () => {
    told.push(...open.takeCalls());
    return told.join();
  };
  await expect.poll(calls).toContain('Traffic at the start');
  expect(calls()).toContain('outdoors');
});
