import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { errorOf } from '../../harness/fake-desk/fake-jobs.ts';
import { HEARD } from '../../harness/fake-desk/heard.ts';
import { seedListening } from '../../harness/fake-desk/scenes.ts';
import { type OpenDesk, openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const dialog = () => page.getByRole('dialog');

/** A finished recording whose source is gone. */
function openGone(): { open: OpenDesk; jobId: string } {
  const open = openDesk((fake) => {
    seedListening(fake);
    for (const id of fake.jobs.keys()) fake.sources.missing.add(id);
  });
  return { open, jobId: [...open.fake.jobs.keys()][0] ?? '' };
}

async function searchIn(path: string): Promise<void> {
  await dialog().getByRole('textbox', { name: 'File or folder' }).fill(path);
  await userEvent.keyboard('{Enter}');
}

test('in Listen, an original that is gone is found; a wrong file is told, and the original plays again', {
  tags: 'long',
}, async () => {
  const { open, jobId } = openGone();
  await page.getByRole('button', { name: 'Compare' }).click();
  const original = page.getByRole('region', { name: 'Original', exact: true });
  await expect.element(original).toMatchTextContent(/The file is missing/);
  await original.getByRole('button', { name: 'Find it…' }).click();
  await expect.element(dialog()).toMatchTextContent(/recognizes the recording by its content/);
  await expect.element(dialog().getByRole('button', { name: 'Search' })).toBeDisabled();
  open.fake.sources.answers = [{ kind: 'different', by: 'content' }];
  await searchIn('/archive/other.wav');
  await expect
    .element(dialog().getByRole('status'))
    .toHaveTextContent('This is another recording: its content is different.');
  open.fake.sources.answers = [{ kind: 'none', files: 1200 }];
  await searchIn('/archive');
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Not found in 1,200 files. Try another folder.');
  open.fake.sources.answers = [{ kind: 'found', path: '/moved/take.wav', jobs: 1, resumed: 0 }];
  await searchIn('/moved');
  await expect.element(dialog()).not.toBeInTheDocument();
  await expect.element(page.getByText('Found: /moved/take.wav')).toBeVisible();
  await expect.element(original).toMatchTextContent(/48 kHz/);
  await expect.element(original.getByRole('button', { name: 'Find it…' })).not.toBeInTheDocument();
  expect(
    open
      .takeCalls()
      .filter((call) => call.startsWith('sources.find'))
      .at(-1),
  ).toBe(`sources.find ${JSON.stringify({ jobId, paths: ['/moved'] })}`);
});

test('a search says how far it is and stops, by its button and with its dialog', async () => {
  const { open } = openGone();
  const looked = Promise.withResolvers<void>();
  open.fake.sources.looked = looked.promise;
  await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
  await page
    .getByRole('button', { name: /^Find it: / })
    .first()
    .click();
  await searchIn('/archive');
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Searching… 12,345 files so far');
  await expect.element(dialog().getByRole('button', { name: 'Search' })).toBeDisabled();
  await dialog().getByRole('button', { name: 'Stop' }).click();
  await expect.element(dialog().getByRole('status')).toHaveTextContent('The search was stopped.');
  await expect.poll(() => open.fake.sources.stopped).toBe(1);
  await searchIn('/archive');
  await expect.element(dialog().getByRole('status')).toHaveTextContent('Searching… 12,345 files so far');
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => open.fake.sources.stopped).toBe(2);
  looked.resolve();
});

test('a failed row whose file is gone offers to find it; History no longer does once it is found', {
  tags: 'long',
}, async () => {
  const open = openDesk((fake) => {
    const state = { kind: 'failed' as const, error: errorOf('sourceMissing'), retryFrom: 'preparing' as const };
    fake.seed([{ name: 'moved.wav', started: true, state }]);
    for (const id of fake.jobs.keys()) fake.sources.missing.add(id);
    fake.sources.answers = [{ kind: 'found', path: '/moved/moved.wav', jobs: 2, resumed: 1 }];
  });
  await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
  const find = page.getByRole('button', { name: 'Find it: moved.wav' });
  await expect.element(find).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: /Desk/ }).click();
  await page.getByRole('row').getByRole('button', { name: 'Find it…' }).click();
  await searchIn('/moved');
  await expect.element(page.getByText('Found: /moved/moved.wav. 1 recording will continue.')).toBeVisible();
  expect(open.fake.sources.asked).toEqual([['/moved']]);
  await page.getByRole('navigation').getByRole('link', { name: 'History' }).click();
  await expect.element(page.getByText('1 recording', { exact: true })).toBeVisible();
  await expect.element(find).not.toBeInTheDocument();
});

test('a difference that is made of the listening copy says so', async () => {
  openDesk((fake) => {
    seedListening(fake, HEARD.id, HEARD.durationSeconds);
    fake.sources.missing.add(HEARD.id);
    fake.sources.copied.add(HEARD.id);
  });
  await page
    .getByRole('button', { name: /^(Compare|Listen)/ })
    .first()
    .click();
  const take = page.getByTestId('take').nth(1);
  await expect.element(take).toMatchTextContent('selected');
  await userEvent.keyboard('d');
  await expect.element(take).toMatchTextContent(/Original minus this take · from the listening copy/);
});
