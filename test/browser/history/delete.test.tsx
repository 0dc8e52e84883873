import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { busyScene } from '../../harness/fake-desk/scenes.ts';
import { JOB_FILES } from '../../harness/fake-desk/space-scene.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const names = () => [...document.querySelectorAll('[role="grid"] [data-job] b')].map((name) => name.textContent);
const dialog = page.getByRole('dialog');

/** All failed recordings are selected, and the question is asked what of them is deleted. */
async function ask(jobFiles = JOB_FILES) {
  const opened = openDesk((fake) => {
    fake.seed(busyScene(Date.now()));
    fake.care.jobFiles = [...jobFiles];
  });
  window.location.hash = '#/history/states=failed';
  await expect.poll(names).toHaveLength(2);
  const jobIds = [...document.querySelectorAll<HTMLElement>('[role="grid"] [data-job]')].map(
    ({ dataset }) => dataset.job,
  );
  await page.getByRole('checkbox', { name: 'Select all recordings that are found' }).click();
  await page.getByRole('button', { name: 'Delete…' }).click();
  const changes = () => opened.takeCalls().filter((call) => /^(care|history)\./.test(call));
  return { jobIds, changes };
}

const clean = (kinds: readonly string[]) => `care.clean ${JSON.stringify({ surveyId: 'survey-1', kinds })}`;

test('rows and files are deleted after their sizes, and what was paid for them, were told', {
  tags: 'long',
}, async () => {
  const { changes, jobIds } = await ask();
  await expect.element(dialog.getByText('Files in the data folder: 2.2 GB')).toBeVisible();
  await expect.element(dialog.getByText('Listening copies')).toBeVisible();
  // Nothing is lost with the row alone.
  expect(dialog.getByText(/You paid/).query()).toBeNull();
  await dialog.getByRole('radio', { name: 'Delete from History with the files' }).click();
  await expect.element(dialog.getByText(/You paid 0.54 USD for them, and an unknown price for 1/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Delete 2.2 GB' }).click();
  await expect.element(page.getByText(/2 recordings deleted from History. Costs stay/)).toBeVisible();
  await expect.poll(names).toEqual([]);
  expect(changes()).toEqual([clean(JOB_FILES.map(({ kind }) => kind)), `history.forget ${JSON.stringify({ jobIds })}`]);
});

test('files alone are deleted, and the rows stay', async () => {
  const { changes } = await ask();
  await dialog.getByRole('radio', { name: 'Delete only the files' }).click();
  await dialog.getByRole('button', { name: 'Delete 2.2 GB' }).click();
  await expect.element(page.getByText(/^Deleted 10 files, 2.2 GB/)).toBeVisible();
  expect(changes()).toEqual([clean(JOB_FILES.map(({ kind }) => kind))]);
  expect(names()).toHaveLength(2);
});

test('without files only the rows can be deleted, and Cancel deletes nothing', async () => {
  const { changes } = await ask([]);
  await expect.element(dialog.getByText('No files are kept for this.')).toBeVisible();
  await expect.element(dialog.getByRole('radio', { name: 'Delete only the files' })).toBeDisabled();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(changes()).toEqual([]);
  expect(names()).toHaveLength(2);
});
