import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { hiddenSide, takeBehind } from '../../../shared/domain/listening/blind-test.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';
import { click, enter, key, turn } from '../page-events.ts';

const TRIALS = 10;

async function openRoom(): Promise<OpenDesk> {
  await page.viewport(1280, 800);
  const open = openDesk((fake) => seedListening(fake, HEARD.id, HEARD.durationSeconds));
  await click(page.getByRole('button', { name: /^(Compare|Listen)/ }));
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  return open;
}

/** Beside the question, and not only announced. */
async function trialShown(trial: number): Promise<void> {
  await expect.element(page.getByRole('main').getByText(`Trial ${trial} of ${TRIALS}`)).toBeVisible();
  // Its keys work once it is there.
  await turn();
}

const pressStart = () => click(page.getByRole('button', { name: 'Start test' }));

async function startTest(kind: 'abx' | 'preference' = 'abx', submit = pressStart): Promise<OpenDesk> {
  const open = await openRoom();
  await key('b');
  // Enter starts it from the first moment.
  await expect.element(page.getByRole('radio', { name: 'Can I hear a difference?' })).toHaveFocus();
  if (kind === 'preference') await click(page.getByRole('radio', { name: 'Which do I prefer?' }));
  await enter(page.getByRole('textbox', { name: 'Listener' }), 'Ada');
  await submit();
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

test('ten trials by keyboard alone: who hears the difference learns it at the end, and the test is kept', {
  tags: 'long',
}, async () => {
  const open = await startTest('abx', () => userEvent.keyboard('{Enter}'));
  for (let trial = 0; trial < TRIALS; trial++) {
    await trialShown(trial + 1);
    await key('x');
    await expect.element(page.getByRole('button', { name: 'Play X' })).toMatchTextContent(/Heard once/);
    await key('a');
    await key(hiddenSide(latest(open), trial) === 'a' ? '1' : '2');
  }
  await expect.element(page.getByText('You can hear the difference.').first()).toBeVisible();
  await expect.element(page.getByText('10 of 10').first()).toBeVisible();
  expect(latest(open)).toMatchObject({ listener: 'Ada', kind: 'abx', finishedAt: expect.any(Number) });
  await click(page.getByRole('button', { name: 'Back to Listen' }));
  await expect.element(page.getByRole('region', { name: 'Blind test' })).toMatchTextContent(/10 of 10/);
});

test('a key pressed at the very moment a trial appears counts for it', { tags: 'long' }, async () => {
  const open = await startTest();
  const press = (name: string) =>
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: name, code: name, bubbles: true }));
  const impatient = new MutationObserver(() => {
    if (!document.querySelector('main')?.textContent.includes('Trial 2 of')) return;
    impatient.disconnect();
    press('x');
  });
  impatient.observe(document.body, { subtree: true, childList: true, characterData: true });
  for (const name of ['x', 'a', '1']) await key(name);
  await trialShown(2);
  await expect.element(page.getByRole('button', { name: 'Play X' })).toMatchTextContent(/Heard once/);
  for (const name of ['a', '1']) await key(name);
  await trialShown(3);
  expect(latest(open).answers).toHaveLength(2);
});

test('nothing on the page tells which take is behind a letter, whatever is drawn and however often it is played', {
  tags: 'long',
}, async () => {
  const open = await startTest();
  const seen = new Map<string, Set<string>>();
  for (let trial = 0; trial < TRIALS; trial++) {
    await trialShown(trial + 1);
    const drawn = latest(open);
    const behind = takeBehind(drawn, hiddenSide(drawn, trial), trial);
    await key('x');
    await expect.element(page.getByRole('button', { name: 'Play X' })).toMatchTextContent(/Heard once/);
    await expect.element(page.getByRole('button', { name: 'Play X' })).toHaveAttribute('aria-pressed', 'true');
    // The page is the same in every trial but for its number, so also for both takes behind X.
    const html = pageText()
      .replaceAll(`Trial ${trial + 1} of`, 'Trial N of')
      .replaceAll(/<i [^>]*data-state[^>]*>/g, '<i>');
    const at = html.replaceAll(/transform: scaleX\([^)]*\)/g, '').replaceAll(/\d+:\d\d(\.\d+)?/g, '0:00');
    // Attributes that come back, such as that of a button that may not answer yet, come last from the second trial on.
    if (trial > 0) seen.set(behind, (seen.get(behind) ?? new Set()).add(at));
    expect(html).not.toContain(drawn.first);
    expect(html).not.toContain(drawn.second);
    expect(html).not.toContain(drawn.seed);
    await key('a');
    await key('1');
  }
  await expect.element(page.getByRole('button', { name: 'Back to Listen' })).toBeVisible();
  const pictures = new Set([...seen.values()].flatMap((each) => [...each]));
  expect(seen.size).toBeGreaterThan(0);
  expect(pictures.size).toBe(1);
});

test('a preference says which take won, and may be saved as a verdict', { tags: 'long' }, async () => {
  const open = await startTest('preference');
  for (let trial = 0; trial < TRIALS; trial++) {
    await trialShown(trial + 1);
    await key('a');
    await key('b');
    await key(takeBehind(latest(open), 'a', trial) === 'second' ? '1' : '2');
  }
  await expect.element(page.getByText('You prefer Service 3.5.').first()).toBeVisible();
  await click(page.getByRole('button', { name: 'Save: Service 3.5 is better' }));
  await click(page.getByRole('button', { name: 'Back to Listen' }));
  await expect.element(verdict().getByText('Service 3.5 better than Service 2.0')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Keep Service 3.5' })).toBeVisible();
});

test('an answer counts only once both were heard, and what shows no preference is not offered as a verdict', {
  tags: 'long',
}, async () => {
  const open = await startTest('preference');
  const answer = page.getByRole('button', { name: 'A sounds better' });
  await key('1');
  await key('a');
  await key('1');
  await expect.element(answer).toBeDisabled();
  expect(latest(open).answers).toHaveLength(0);
  for (let trial = 0; trial < TRIALS; trial++) {
    await trialShown(trial + 1);
    await key('a');
    await key('b');
    await expect.element(answer).toBeEnabled();
    // Six of ten for the first take.
    await key((takeBehind(latest(open), 'a', trial) === 'first') === trial < 6 ? '1' : '2');
  }
  await expect.element(page.getByText('No clear preference.').first()).toBeVisible();
  await expect.element(page.getByText('No earlier tests on this show.')).toBeVisible();
  expect(page.getByText('No finished tests yet.').query()).toBeNull();
  expect(page.getByRole('button', { name: /^Save: / }).query()).toBeNull();
  // What was heard before the test, whatever its last trial played.
  await click(page.getByRole('button', { name: 'Back to Listen' }));
  await expect.element(page.getByRole('button', { name: 'Keep Service 2.0' })).toBeVisible();
});

test('the first trial begins where its passage does, not at the start of the recording', { tags: 'long' }, async () => {
  await openRoom();
  for (let step = 0; step < 8; step++) await key('ArrowRight');
  for (let step = 0; step < 3; step++) await key('+');
  await key('b');
  await expect.element(page.getByRole('radio', { name: /^In view, 0:3/ })).toBeChecked();
  await click(page.getByRole('button', { name: 'Start test' }));
  await trialShown(1);
  await key('x');
  const played = () => document.querySelector<HTMLElement>('[class*="fill"][style*="scaleX"]')?.style.transform ?? '';
  await expect.poll(() => Number(/[\d.]+/.exec(played())?.[0] ?? 0), { timeout: 10_000 }).toBeGreaterThan(0);
});

test('a test that is stopped counts for nothing: who answered a trial is asked first', { tags: 'long' }, async () => {
  const open = await startTest();
  await expect.element(page.getByText('The test counts once its last trial is answered.')).toBeVisible();
  await key('x');
  await key('a');
  await key('1');
  await trialShown(2);
  await key('Escape');
  const question = page.getByRole('dialog', { name: 'Stop the test?' });
  await expect.element(question).toMatchTextContent(/You answered 1 of 10 trials/);
  await click(question.getByRole('button', { name: 'Continue' }));
  await expect.element(question).not.toBeInTheDocument();
  await trialShown(2);
  await key('x');
  await key('a');
  // While the question is open it has the keys: none answers, and Escape goes back to the test.
  await key('Escape');
  await expect.element(question.getByRole('button', { name: 'Continue' })).toHaveFocus();
  await key('1');
  await key('Escape');
  await expect.element(question).not.toBeInTheDocument();
  await turn();
  expect([question.query(), latest(open).answers.length]).toEqual([null, 1]);
  await key('1');
  await trialShown(3);
  await click(page.getByRole('button', { name: /^Stop test/ }));
  await click(question.getByRole('button', { name: 'Stop the test' }));
  await expect.poll(() => page.getByTestId('take').elements().length).toBe(3);
  expect(latest(open)).toMatchObject({ finishedAt: null, answers: { length: 2 } });
  await expect.element(page.getByRole('region', { name: 'Blind test' })).not.toMatchTextContent(/ of 10/);
});

/** Without what is announced, which is the same text for a while. */
const verdict = () => page.getByRole('region', { name: 'Your verdict' });

test('a verdict, its reversal, a note and tags are kept', { tags: 'long' }, async () => {
  const open = await openRoom();
  await click(page.getByRole('button', { name: 'Keep Service 2.0' }));
  await expect.element(verdict().getByText('Service 2.0 kept')).toBeVisible();
  await click(page.getByRole('button', { name: 'Reject Service 2.0' }));
  await expect.element(verdict().getByText('Service 2.0 rejected')).toBeVisible();
  await click(page.getByRole('button', { name: 'Undo: Service 2.0 rejected' }));
  await expect.element(verdict().getByText('Service 2.0 kept')).toBeVisible();
  await enter(page.getByRole('combobox', { name: 'Tags' }), 'outdoors');
  await key('Enter');
  // Who leaves the page by a key leaves the field, too.
  await enter(page.getByRole('textbox', { name: 'Note' }), 'Traffic at the start');
  await key('3', { ctrlKey: true });
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
