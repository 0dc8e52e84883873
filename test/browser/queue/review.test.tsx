import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MEDIA_PATHS } from '../../../shared/contract/page/media-addresses.ts';
import { fakeMedia } from '../../harness/fake-desk/fake-media.ts';
import { heldOver, OVER_STUDIO, STUDIO } from '../../harness/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';
import { row } from './queue-page.ts';

beforeEach(() => page.viewport(1280, 760));

function openReview(amount: number) {
  return openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed(heldOver(OVER_STUDIO, amount));
  });
}

const review = () => page.getByRole('dialog', { name: 'Review' });
/** What the desk says of it. */
const said = () => page.getByRole('region', { name: 'Review' }).getByText(/to review/);

async function showReview(): Promise<void> {
  await page.getByRole('button', { name: 'Review…' }).click();
  await expect.element(review()).toBeVisible();
}

test('what was held back says why, in the sheet and in its row; accepted, it leaves the sheet', async () => {
  const open = openReview(240_000);
  await showReview();
  await expect.element(review().getByText('1.8 s of speech missing at 12:04')).toBeVisible();
  await expect.element(review()).toMatchTextContent(/Clipped at 28:40.*Peaks are cut off/);
  await expect.poll(() => row('held-0').textContent).toContain('Held for review1.8 s of speech missing at 12:04');
  await review().getByRole('button', { name: 'Accept Brandt and Ito, panel.m4a' }).click();
  await expect.poll(() => open.fake.jobs.get('held-1')?.state.kind).toBe('done');
  await expect.poll(() => review().getByRole('listitem').elements().length).toBe(2);
});

test('Redo asks with its price before anything is started', { tags: 'long' }, async () => {
  const open = openReview(240_000);
  await showReview();
  await review().getByRole('button', { name: 'Redo Adeyemi, morning session.wav' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore this recording again?' });
  await expect.element(dialog).toMatchTextContent(/It costs at most 0\.24 USD over Studio/);
  await dialog.getByRole('button', { name: 'Don’t redo' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(open.fake.redone).toEqual([]);
  await review().getByRole('button', { name: 'Redo Adeyemi, morning session.wav' }).click();
  await dialog.getByRole('button', { name: 'Redo for 0.24 USD' }).click();
  await expect.poll(() => open.fake.redone).toEqual([{ jobId: 'held-0', maxCost: 240_000 }]);
});

test('Listen opens the comparison; without anything held there is nothing to review', async () => {
  const open = openReview(0);
  await showReview();
  await review().getByRole('button', { name: 'Listen to Castellanos, phone line.mp3' }).click();
  await expect.poll(() => window.location.hash).toBe('#/listen/held-2');
  window.location.hash = '#/desk';
  for (const id of ['held-0', 'held-1', 'held-2']) open.fake.change(id, (job) => ({ ...job, state: { kind: 'done' } }));
  await expect.element(page.getByRole('grid').first()).toBeVisible();
  await expect.poll(() => review().query() ?? said().query()).toBeNull();
});

test('rows in review have Listen, Accept and Redo in their menu, the palette and by key, with the price', {
  tags: 'long',
}, async () => {
  const open = openReview(240_000);
  await expect.element(said()).toBeVisible();
  expect(row('held-0').textContent).toContain('Listen');
  row('held-0').focus();
  await userEvent.keyboard('m');
  await expect.element(page.getByRole('menuitem', { name: 'Listen' })).toBeVisible();
  await page.getByRole('menuitem', { name: 'Redo 0.24 USD' }).click();
  await page
    .getByRole('dialog', { name: 'Restore this recording again?' })
    .getByRole('button', { name: 'Don’t redo' })
    .click();
  row('held-2').focus();
  await userEvent.keyboard('{Control>}k{/Control}');
  await userEvent.keyboard('accept');
  await expect.element(page.getByRole('option', { name: 'Accept A' })).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.jobs.get('held-2')?.state.kind).toBe('done');
  row('held-1').focus();
  await userEvent.keyboard('a');
  await expect.poll(() => open.fake.jobs.get('held-1')?.state.kind).toBe('done');
});

test('several are accepted, or redone for their sum', async () => {
  const open = openReview(240_000);
  await expect.element(said()).toBeVisible();
  row('held-0').focus();
  await userEvent.keyboard('{Control>}a{/Control}');
  await page.getByRole('toolbar').getByRole('button', { name: 'Redo · 0.72 USD' }).click();
  const dialog = page.getByRole('dialog', { name: 'Restore 3 recordings again?' });
  await expect.element(dialog).toMatchTextContent(/Together they cost at most 0\.72 USD over Studio/);
  await dialog.getByRole('button', { name: 'Redo for 0.72 USD' }).click();
  await expect.poll(() => open.fake.redone.map(({ jobId }) => jobId)).toEqual(['held-0', 'held-1', 'held-2']);
});

test('what is free is redone at once, and several are accepted together', async () => {
  const open = openReview(0);
  await expect.element(said()).toBeVisible();
  row('held-0').focus();
  await userEvent.keyboard('r');
  await expect.poll(() => open.fake.redone).toHaveLength(1);
  await userEvent.keyboard('{Control>}a{/Control}');
  await page.getByRole('toolbar').getByRole('button', { name: 'Accept' }).click();
  await expect
    .poll(() => ['held-1', 'held-2'].map((id) => open.fake.jobs.get(id)?.state.kind))
    .toEqual(['done', 'done']);
});

test('each row shows recording and result around its place, which is marked', async () => {
  const asked: string[] = [];
  const realFetch = window.fetch;
  onTestFinished(() => {
    window.fetch = realFetch;
  });
  let jobs: OpenDesk['fake']['jobs'] | null = null;
  window.fetch = async (input, init) => {
    const address = String(input);
    if (!address.startsWith(MEDIA_PATHS.peaks) || jobs === null) return await realFetch(input, init);
    asked.push(new URL(address, window.location.href).searchParams.get('take') ?? '');
    return await fakeMedia(new Request(new URL(address, window.location.href)), jobs);
  };
  const open = openReview(0);
  jobs = open.fake.jobs;
  await showReview();
  const drawn = () => review().element().querySelectorAll('svg[preserveAspectRatio] path').length;
  await expect.poll(drawn).toBeGreaterThanOrEqual(2);
  expect(asked).toContain('original:held-0');
  expect(asked).toContain('result:gen-held-0-service-2');
  const [first] = review().getByRole('listitem').elements();
  const wave = first?.querySelector('svg[preserveAspectRatio]')?.getBoundingClientRect();
  const spans = [...(first?.querySelectorAll('span') ?? [])];
  const mark = spans.find((one) => one.style.width.endsWith('%'))?.getBoundingClientRect();
  // 1.8 of 20 seconds, in the middle.
  expect((mark?.width ?? 0) / (wave?.width ?? 1)).toBeCloseTo(0.09, 2);
  expect(((mark?.left ?? 0) - (wave?.left ?? 0)) / (wave?.width ?? 1)).toBeCloseTo(0.455, 2);
});
