import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { openDesk } from '../open-desk.tsx';
import { click } from '../page-events.ts';

beforeEach(() => page.viewport(1280, 860));

async function openHistory() {
  const opened = openDesk((fake) =>
    fake.seed([
      {
        ...{ id: 'one', name: 'one.wav', started: true, state: { kind: 'done' as const }, durationSeconds: 120 },
        generations: [{ ...makeGeneration('one', 'service-2'), state: 'stored' as const }],
      },
      { id: 'two', name: 'two.wav', started: true, state: { kind: 'cancelled' as const, from: 'queued' as const } },
    ]),
  );
  window.location.hash = '#/history';
  await expect.element(page.getByRole('button', { name: 'Actions for one.wav' })).toBeVisible();
  opened.takeCalls();
  return opened;
}

async function downloadAgain(): Promise<void> {
  await click(page.getByRole('button', { name: 'Actions for one.wav' }));
  await click(page.getByRole('menuitem', { name: 'Download again' }));
}

test('a result is downloaded again from its menu, and the message says that nothing is paid', async () => {
  const { takeCalls } = await openHistory();
  await downloadAgain();
  await expect.element(page.getByText('1 recording downloading again. Nothing is paid.')).toBeVisible();
  expect(takeCalls()).toEqual(['queue.downloadAgain {"jobIds":["one"]}']);
});

test('it says when everything is here, when the service no longer has it, and why it couldn’t be asked', async () => {
  const { fake } = await openHistory();
  const said: readonly [Partial<typeof fake.downloads>, string][] = [
    [{ here: 1 }, 'The results are on this computer already.'],
    [{ gone: 1 }, 'The service no longer has the result. Restore the recording again to get it back; that is billed.'],
    [{ failed: 1, problem: 'Enter the key again.' }, '1 recording can’t be downloaded again now. Enter the key again.'],
  ];
  for (const [answer, words] of said) {
    Object.assign(fake.downloads, { here: 0, gone: 0, failed: 0, problem: null, ...answer });
    await downloadAgain();
    await expect.element(page.getByText(words)).toBeVisible();
  }
});

test('what has no result offers none', async () => {
  await openHistory();
  await click(page.getByRole('button', { name: 'Actions for two.wav' }));
  await expect.element(page.getByRole('menuitem', { name: 'Delete…' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Download again' }).query()).toBeNull();
});
