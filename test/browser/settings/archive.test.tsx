import { beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

const section = () => page.getByRole('region', { name: 'Export and import' });
const dialog = (name: string) => page.getByRole('dialog', { name });

async function openSection(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect.element(section()).toBeInTheDocument();
  section().element().scrollIntoView();
}

test('the desk is exported after a look at what it takes, with progress, and the file and the next step are said', async () => {
  let goOn: () => void = () => undefined;
  const { fake } = openDesk((desk) => {
    desk.care.archive.held = new Promise((resolve) => {
      goOn = resolve;
    });
  });
  await openSection();
  await section().getByRole('button', { name: 'Export desk…' }).click();
  const exporting = dialog('Export this desk');
  await exporting.getByRole('textbox', { name: 'Folder for the export' }).fill('~/exports');
  await exporting.getByRole('button', { name: 'Check' }).click();
  await expect.element(exporting.getByText('about 61.1 GB')).toBeVisible();
  await exporting.getByRole('checkbox', { name: 'Include results' }).click();
  await expect.element(exporting.getByText('about 84.0 MB')).toBeVisible();
  await exporting.getByRole('button', { name: 'Export', exact: true }).click();
  await expect.element(exporting.getByRole('progressbar', { name: 'Exporting the desk' })).toBeVisible();
  await expect.element(exporting.getByText('20.4 GB of 61.1 GB written')).toBeVisible();
  expect(fake.care.archive.exported).toEqual([{ folder: '/home/me/exports', withResults: false }]);
  goOn();
  await expect.element(exporting.getByRole('status')).toMatchTextContent(/cleartake-desk-2026-11-23\.tar/);
  await expect.element(exporting.getByText(/choose Settings › Data › Import desk there/)).toBeVisible();
  await exporting.getByRole('button', { name: 'Close', exact: true }).last().click();
  await expect.element(exporting).not.toBeInTheDocument();
});

test('an import says what it replaces, can be cancelled, waits for a restart, and can be called off', {
  tags: 'long',
}, async () => {
  let goOn: () => void = () => undefined;
  const { fake } = openDesk((desk) => {
    desk.care.archive.problem = 'This isn’t a whole export of a desk.';
    desk.care.archive.held = new Promise((resolve) => {
      goOn = resolve;
    });
  });
  await openSection();
  const importing = dialog('Import an exported desk');
  const check = async () => {
    await section().getByRole('button', { name: 'Import desk…' }).click();
    await importing.getByRole('textbox', { name: 'Exported desk' }).fill('/media/desk.tar');
    await importing.getByRole('button', { name: 'Check' }).click();
  };
  await check();
  await expect.element(importing.getByText('This isn’t a whole export of a desk.')).toBeVisible();
  fake.care.archive.problem = null;
  await importing.getByRole('button', { name: 'Check' }).click();
  await expect.element(importing.getByText(/^1,204 recordings, 2,088 results, last entry/)).toBeVisible();
  await expect.element(importing.getByText(/^31 recordings, 40 results, last entry/)).toBeVisible();
  await expect.element(importing.getByText(/are replaced the next time Cleartake starts/)).toBeVisible();
  await expect.element(importing.getByRole('button', { name: 'Cancel' })).toHaveFocus();
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.element(importing.getByText('20.4 GB of 61.1 GB read and checked')).toBeVisible();
  await importing.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(importing).not.toBeInTheDocument();
  expect(fake.care.archive.pending).toBeNull();

  goOn();
  await check();
  await importing.getByRole('button', { name: 'Import', exact: true }).click();
  await expect.element(importing.getByRole('status')).toMatchTextContent(/Restart Cleartake to continue/);
  await importing.getByRole('button', { name: 'Later' }).click();
  await expect.element(section().getByText(/continues with the desk that was exported on/)).toBeVisible();
  await section().getByRole('button', { name: 'Don’t import' }).click();
  await expect.element(section().getByText(/continues with the desk/)).not.toBeInTheDocument();
  expect(fake.care.archive.pending).toBeNull();
});

test('a browser’s desk ends after an import and says to start it again', async () => {
  const { fake } = openDesk((desk) => {
    desk.care.archive.pending = Date.UTC(2026, 10, 20, 16, 5);
    desk.care.restarts = false;
  });
  await openSection();
  await section().getByRole('button', { name: 'Restart now' }).click();
  await expect.element(section().getByText('Cleartake is closing. Start it again to finish.')).toBeVisible();
  expect(fake.care.quits).toBe(1);
});
