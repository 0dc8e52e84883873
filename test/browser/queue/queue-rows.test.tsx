import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { OVER_BUILT_IN } from '../../harness/fake-desk/fake-jobs.ts';
import { busyScene, failedOver, OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';
import { row, rows, work } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

const queue = () => page.getByRole('grid', { name: 'Queue' });

test('a failed row shows its message and its next step, and other rows theirs', { tags: 'long' }, async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => row('j8').textContent).toContain('The recording ends earlier than its header says.');
  await queue().getByRole('button', { name: 'Repair…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Repair copied halfway.mp3' });
  await expect.element(dialog).toMatchTextContent(/0:00 to 12:30, of the 45:00 that the header says/);
  await expect.element(dialog).toMatchTextContent(/12:30 to 45:00: not in the file/);
  await expect.element(dialog).toMatchTextContent(/Nothing to pay\./);
  expect(open.fake.jobs.get('j8')?.state.kind).toBe('failed');
  await dialog.getByRole('button', { name: 'Restore what is there' }).click();
  await expect.poll(() => open.fake.jobs.get('j8')?.state.kind).toBe('queued');
  await queue().getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.poll(() => open.fake.jobs.has('j7')).toBe(false);
});

test('an unconfirmed start shows what is known, and nothing is paid twice without an answer', {
  tags: 'long',
}, async () => {
  // 25 minutes before noon are today, whenever the test runs.
  const open = openDesk((fake) => fake.seed(busyScene(new Date().setHours(12, 0, 0, 0))));
  await expect.poll(() => row('j9').textContent).toContain('Was it started? Sent today, 11:35, no answer received');
  expect(row('j9').textContent).toContain(
    'Up to 1.4298 USD could be charged twice. Nothing starts again until you decide.',
  );
  await page.getByRole('button', { name: 'Answer…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Was it started?' });
  await expect
    .element(dialog)
    .toMatchTextContent(/ep-039 retake\.wav.*Service 3\.5 · Studio.*about 1\.4298 USD.*service’s list/);
  await expect.element(dialog.getByRole('button', { name: 'Check again' })).toHaveFocus();
  await expect.element(dialog).toMatchTextContent(/If the first start did arrive, you may be charged twice/);
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  expect(open.fake.jobs.get('j9')?.state.kind).toBe('needs-you');
  await page.getByRole('button', { name: 'Actions for ep-039 retake.wav' }).click();
  await page.getByRole('menuitem', { name: 'Start again…' }).click();
  expect(open.fake.jobs.get('j9')?.state.kind).toBe('needs-you');
  await dialog.getByRole('button', { name: 'Start again for about 1.4298 USD' }).click();
  await expect.poll(() => open.fake.answers).toEqual([{ jobId: 'j9', answer: 'start-again' }]);
});

test('a question that was answered elsewhere closes', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Answer…' }).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  open.fake.change('j9', (job) => ({ ...job, state: { kind: 'generating' } }));
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
});

test('one button retries everything that may succeed and shows the price', async () => {
  const open = openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.seed(failedOver(OVER_STUDIO, 2, 540_000));
  });
  const action = page.getByRole('button', { name: /^Retry \d+ failed/ });
  await expect.element(action).toMatchTextContent('Retry 2 failed· about 1.08 USD');
  await action.click();
  await expect
    .poll(() => [0, 1].map((index) => open.fake.jobs.get(`failed-${index}`)?.state.kind))
    .toEqual(['queued', 'queued']);
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
  // What a retry can't fix stays as it is.
  expect(open.fake.jobs.get('j7')?.state.kind).toBe('failed');
  await expect.element(action).not.toBeInTheDocument();
});

test('the retry button shows a price also for one, none if it is free, and says if it is unknown', async () => {
  const open = openDesk((fake) => fake.seed(failedOver(OVER_BUILT_IN, 1, 0)));
  const action = page.getByRole('region', { name: 'Failed recordings' }).getByRole('button', { name: /^Retry/ });
  await expect.element(action).toMatchTextContent('Retry');
  expect(action.element().textContent).not.toContain('USD');
  open.fake.seed([{ ...failedOver(OVER_STUDIO, 1, null)[0], id: 'unpriced', name: 'unpriced.wav' }]);
  await expect.element(action).toMatchTextContent('Retry 2 failed· cost unknown');
  open.fake.change('failed-0', (job) => ({ ...job, state: { kind: 'done' } }));
  await expect.element(action).toMatchTextContent('Retry· cost unknown');
});

test('unfinished work of an earlier run counts as paused in rows, filters and footer', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.element(page.getByRole('button', { name: 'Running 3' })).toBeVisible();
  open.fake.restartPaused();
  await expect.element(page.getByRole('button', { name: 'Running 0' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Waiting 6' })).toBeVisible();
  expect(row('j3').textContent).toContain('Paused');
  await expect.element(page.getByRole('contentinfo')).not.toMatchTextContent(/processing/);
  await page.getByRole('button', { name: 'Waiting 6' }).click();
  await expect.poll(() => rows().elements().length).toBe(6);
  await page.getByRole('button', { name: 'Resume all' }).click();
  await expect.element(page.getByRole('button', { name: 'Running 3' })).toBeVisible();
});

test('a waiting row says when it continues', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  await expect.poll(() => row('j6').textContent).toMatch(/Retrying in \d\d s · The service is busy/);
});

test('a reused result says so', async () => {
  openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.change('j2', (job) => ({ ...job, generations: job.generations.map((each) => ({ ...each, reused: true })) }));
  });
  await expect.poll(() => row('j2').textContent).toMatch(/Service 2\.0Reused · noise 15 dB lower/);
});

test('what isn’t as asked for stands first in a row that is cut, and hovering says all of it', async () => {
  openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.change('j2', (job) => ({
      ...job,
      remarks: [{ kind: 'ends-early', declared: 60, seconds: 30 }, ...job.remarks],
      generations: job.generations.map((each) => ({ ...each, otherType: 'Delivered as MP3.' })),
    }));
  });
  const whole = () => [...row('j2').querySelectorAll('[title]')].map((one) => one.getAttribute('title') ?? '');
  await expect.poll(() => whole().join('\n')).toMatch(/other file type · noise 15 dB lower\nDelivered as MP3\./);
  expect(whole().find((title) => title.includes('ends early'))).toMatch(/^[\d:]+ · ends early/);
});

test('the progress bar shows failures in red, and only sent recordings show a price', async () => {
  openDesk((fake) => {
    fake.seed([
      { id: 'good', name: 'done.wav', durationSeconds: 100, started: true, state: { kind: 'done' } },
      { ...failedOver(OVER_STUDIO, 1, 540_000)[0], id: 'bad', name: 'bad.wav', durationSeconds: 100 },
      {
        id: 'stopped',
        name: 'stopped.wav',
        durationSeconds: 100,
        started: true,
        state: { kind: 'cancelled', from: 'queued' },
      },
      {
        id: 'queued',
        name: 'queued.wav',
        durationSeconds: 200,
        started: true,
        state: { kind: 'paused', from: 'queued' },
      },
    ]);
  });
  const bar = page.getByTestId('footer-progress');
  await expect.element(bar).toHaveAttribute('aria-valuenow', '25');
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent(/1 of 3 done · 1 failed/);
  const [, done, lost] = bar.element().querySelectorAll('span');
  const whole = bar.element().getBoundingClientRect().width;
  const shareOf = (part: Element | undefined) => Math.round((100 * (part?.getBoundingClientRect().width ?? 0)) / whole);
  await expect.poll(() => [shareOf(done), shareOf(lost)]).toEqual([25, 25]);
  expect(row('bad').textContent).not.toContain('0.54');
});

test('a narrow window shows every button of a row, the price beside Start, and the whole advice on hovering', async () => {
  await page.viewport(720, 900);
  openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed(busyScene(Date.now()));
    fake.prefer({ density: 'comfortable' });
    for (const id of ['j12', 'j13']) fake.change(id, (job) => ({ ...job, ...OVER_STUDIO }));
  });
  await expect.element(page.getByTestId('quote')).toMatchTextContent(/at most\s*0\.0465 USD/);
  await expect.element(page.getByRole('button', { name: 'Repair…' })).toBeVisible();
  const beyond = [
    ...document.querySelectorAll('[data-job] button, header button, footer span, [data-testid="quote"] b'),
  ]
    .filter((each) => each.getBoundingClientRect().right > window.innerWidth)
    .map((each) => each.textContent);
  expect(beyond).toEqual([]);
  const quote = page.getByTestId('quote').element().querySelector('div');
  expect(quote?.scrollWidth).toBeLessThanOrEqual(quote?.clientWidth ?? 0);
  const advice = page.getByText(/Choose Repair… to restore/).element();
  expect(advice.closest('[data-tip]')?.getAttribute('data-tip')).toContain(advice.textContent);
});

test('charges without a known price are counted beside the cost of today', async () => {
  openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.change('j1', (job) => ({
      ...{ ...job, ...OVER_STUDIO },
      generations: job.generations.map((each) => ({ ...each, amount: null })),
    }));
  });
  await expect.element(page.getByRole('contentinfo')).toMatchTextContent(/Today 0\.00 USD charged \+ 2 unknown/);
  expect(row('j1').textContent).toContain('unknown');
});

test('the menu of a finished recording adds the other model', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Actions for ep-041 interview, two speakers.m4a' }).click();
  await page.getByRole('menuitem', { name: 'Add Service 3.5' }).click();
  await expect
    .poll(() => open.fake.jobs.get('j2')?.generations.map(({ model }) => model))
    .toEqual(['service-2', 'service-3.5']);
});

test('pausing stops everything but what a service finishes, and resuming continues it', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Pause all' }).click();
  await expect.poll(() => row('j10').textContent).toContain('Paused');
  await expect.poll(() => row('j6').textContent).toContain('Paused');
  await expect.poll(() => row('j3').textContent).toContain('Paused');
  await expect.element(page.getByRole('contentinfo').getByText('Paused')).toBeVisible();
  work(open.fake);
  expect(open.fake.jobs.get('j3')?.state.kind).toBe('generating');
  open.fake.change('j4', (job) => ({ ...job, finishing: true }));
  await expect.poll(() => row('j4').textContent).toContain('Finishing what is running');
  await page.getByRole('button', { name: 'Resume all' }).click();
  work(open.fake);
  await expect.poll(() => open.fake.jobs.get('j3')?.state.kind).toBe('done');
});

test('the filters add up to all recordings, including cancelled ones', async () => {
  openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.seed([{ name: 'stopped.wav', started: true, state: { kind: 'cancelled', from: 'uploading' } }]);
  });
  await expect.element(page.getByRole('button', { name: 'Cancelled 1' })).toBeVisible();
  // What nobody has heard yet is done as well.
  const filters = 'button[aria-pressed]:not([data-name="to-hear"]) span';
  const counts = [...document.querySelectorAll(filters)].map((count) => Number(count.textContent));
  expect(counts[0]).toBe(14);
  expect(counts.slice(1).reduce((sum, count) => sum + count, 0)).toBe(14);
});

test('cancelling work in progress says what it means', async () => {
  const open = openDesk((fake) => fake.seed(busyScene(Date.now())));
  await page.getByRole('button', { name: 'Actions for ep-042 interview.mp4' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect.element(page.getByText('Stopped. Nothing to pay.')).toBeVisible();
  open.fake.change('j4', (job) => ({ ...job, ...OVER_STUDIO }));
  await page.getByRole('button', { name: 'Actions for harbour 03.flac' }).click();
  await page.getByRole('menuitem', { name: 'Cancel' }).click();
  await expect.element(page.getByText('The service finishes work already in progress and may bill it.')).toBeVisible();
});

test('without a file manager, the path of the result is shown for copying', async () => {
  openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.change('j1', (job) => ({
      ...job,
      generations: job.generations.map((each) => ({ ...each, exportedPath: `/home/me/out/${each.model}.wav` })),
    }));
  });
  await page.getByRole('button', { name: 'Actions for ep-041 intro.wav' }).click();
  await page.getByRole('menuitem', { name: 'Show in folder' }).click();
  await expect.element(page.getByText('/home/me/out/service-3.5.wav')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Copy path' }).first()).toBeVisible();
});

test('filters show what they count', async () => {
  openDesk((fake) => fake.seed(busyScene(Date.now())));
  const attention = page.getByRole('button', { name: /^Attention/ });
  await expect.element(attention).toMatchTextContent(/3/);
  await attention.click();
  await expect.poll(() => rows().elements().length).toBe(3);
  await page.getByRole('button', { name: /^All/ }).click();
  await page.getByRole('textbox', { name: 'Find by name or folder' }).fill('harbour');
  await expect.poll(() => rows().elements().length).toBe(2);
});
