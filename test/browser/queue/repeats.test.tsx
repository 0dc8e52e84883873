import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { viewStore } from '../../../renderer/state/view-store.ts';
import type { PaidRepeatView, RepeatRequest } from '../../../shared/contract/queue/paid-repeats.ts';
import { busyScene, failedOver, OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { rows } from './queue-page.ts';

/** Events within the page: the pointer of a busy computer takes seconds for each click. */
async function press(name: string | RegExp, within: ReturnType<typeof page.getByRole> = page.getByRole('main')) {
  const button = within.getByRole('button', { name }).first();
  await expect.element(button).toBeInTheDocument();
  (button.element() as HTMLElement).click();
}

test('before anything is paid for again the desk asks, and says what costs nothing', async () => {
  const asked: RepeatRequest[] = [];
  const repeat: PaidRepeatView = {
    ...{ jobId: 'j12', name: 'ep-12.wav', model: 'service-3.5', reason: 'settings', amount: 840_000 },
    earlier: {
      ...{ generationId: 'g', jobId: 'j1', at: Date.UTC(2026, 2, 3, 12), amount: 760_000, connection: 'Studio' },
      ...{ result: 'there', isRejected: false, isHidden: true },
    },
  };
  const desk = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false });
    fake.seed([...busyScene(1_700_000_000_000), ...failedOver(OVER_STUDIO, 1, 540_000)]);
    fake.repeat((request) => {
      asked.push(request);
      const isIn = request.jobIds?.includes('j12') ?? request.action === 'start';
      return isIn ? { count: 1, amount: 840_000, repeats: [repeat] } : { count: 0, amount: 0, repeats: [] };
    });
  });
  await expect.poll(() => rows().elements().length).toBeGreaterThan(10);
  const dialog = page.getByRole('dialog', { name: 'Pay for this result again?' });
  const calls = () => desk.takeCalls();

  // Start: what is known is said, and nothing starts unless it is chosen.
  await press(/^Start \d/);
  await expect.element(dialog).toMatchTextContent(/costs 0\.84 USD at most/);
  await expect
    .element(dialog)
    .toMatchTextContent(/ep-12.*Service 3\.5 on .*2026 for 0\.76 USD, with other settings\. It was deleted/);
  await expect.element(dialog.getByRole('button', { name: 'Don’t pay again' })).toHaveFocus();
  expect(dialog.getByRole('button', { name: 'Use history' }).query()).toBeNull();
  await press('Don’t pay again', dialog);
  await expect.element(dialog).not.toBeInTheDocument();
  expect(calls()).toEqual([]);

  // The others may start without it.
  await press(/^Start \d/);
  await press(/^Start the other/, dialog);
  await expect.poll(calls).toEqual([expect.stringMatching(/^queue\.start .*"jobIds":\[(?!.*j12)/)]);

  // What is free goes on at once, another way asks as well, and goes on when it was agreed to.
  viewStore.setState({ selected: new Set(['j12']) });
  await press(/^Start/, page.getByRole('toolbar'));
  await press('Pay 0.84 USD again', dialog);
  await expect.poll(calls).toEqual([expect.stringMatching(/^queue\.start .*"jobIds":\["j12"\]/)]);
  viewStore.setState({ selected: new Set() });
  await press(/^Retry \d/);
  await expect.poll(calls).toEqual([expect.stringMatching(/^queue\.retry /)]);
  expect(asked.map(({ action }) => action)).toEqual(['start', 'start', 'start', 'retry']);
});
