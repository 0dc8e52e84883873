import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { creditLine, TRAINING_CREDITS } from '../../../shared/domain/about/credits.ts';
import { DEFAULT_PREFERENCES, PREFERENCE_NAMES, type Preferences } from '../../../shared/domain/preferences.ts';
import { PREFERENCE_SAMPLES } from '../../fixtures/preference-samples.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 860));

async function goToSettings(): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await expect.element(page.getByRole('heading', { name: 'Settings' })).toBeVisible();
}

test('bandwidth is limited by a preset, by any other number, or not at all', { tags: 'long' }, async () => {
  const open = openDesk();
  await goToSettings();
  const uploads = page.getByRole('radiogroup', { name: 'Limit for uploads' });
  const field = page.getByRole('textbox', { name: 'Uploads in MB/s' });
  await expect.element(uploads.getByRole('radio', { name: 'No limit' })).toBeChecked();
  await uploads.getByText('5 MB/s').click();
  await expect.poll(() => open.fake.preferences.uploadLimit).toBe(5_000_000);
  await expect.element(field).toHaveValue('5 MB/s');
  await field.fill('2.5');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => open.fake.preferences.uploadLimit).toBe(2_500_000);
  await expect.element(page.getByTestId('announcement')).toMatchTextContent('Saved.');
  await field.fill('99999999');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText(/^Enter 0.01 to 10,000 MB\/s/)).toBeVisible();
  await expect.element(field).toBeInvalid();
  expect(open.fake.preferences.uploadLimit).toBe(2_500_000);
  await field.fill('');
  await userEvent.tab();
  await expect.element(field).toBeValid();
  await expect.poll(() => open.fake.preferences.uploadLimit).toBeNull();
  await expect.element(uploads.getByRole('radio', { name: 'No limit' })).toBeChecked();
  expect(open.fake.preferences.downloadLimit).toBeNull();
});

test('the price limit for automatic retries is explained, saved, and may be zero', { tags: 'long' }, async () => {
  const open = openDesk();
  await goToSettings();
  await expect.element(page.getByText(/you pay for both/)).toBeVisible();
  const field = page.getByRole('textbox', { name: 'Retry automatically up to' });
  await expect.element(field).toHaveValue('1.00 USD');
  await field.fill('0.25');
  await userEvent.tab();
  await expect.poll(() => open.fake.preferences.resendCeiling).toBe(250_000);
  await field.fill('');
  await userEvent.tab();
  await expect.element(page.getByText(/^Enter 0 to 1,000 USD/)).toBeVisible();
  await field.fill('0');
  await userEvent.tab();
  await expect.poll(() => open.fake.preferences.resendCeiling).toBe(0);
});

test('settings say how keys are stored, and warn about a file', async () => {
  const sentence = 'Keys are kept in a file that only your account can read.';
  openDesk((fake) => fake.keepKeysIn({ kind: 'file', sentence }));
  await goToSettings();
  const keys = page.getByRole('region', { name: 'API keys' });
  await expect.element(keys).toMatchTextContent(sentence);
  expect(keys.element().querySelector('[data-warn="true"]')).not.toBeNull();
  await expect.element(page.getByText('/home/me/.local/share/Cleartake')).toBeVisible();
});

test('without secure key storage, a key is forgotten or saved in a file, as the user chooses', {
  tags: 'long',
}, async () => {
  const open = openDesk((fake) =>
    fake.keepKeysIn({ kind: 'memory', sentence: 'Keys are kept until Cleartake closes.' }),
  );
  await page.getByRole('navigation').getByRole('link', { name: 'Connections' }).click();
  const inFile = page.getByRole('checkbox', { name: 'Save the key in a file' });
  for (const [name, isInFile] of [
    ['Studio', false],
    ['Archive', true],
  ] as const) {
    await page.getByRole('button', { name: 'Add service' }).click();
    const form = page.getByRole('dialog', { name: 'New service' });
    await form.getByRole('textbox', { name: 'Name' }).fill(name);
    await form.getByRole('textbox', { name: 'Address' }).fill('https://api.example.com');
    await form.getByLabelText(/^API key/).fill('a-key-0123456789');
    await expect.element(inFile).not.toBeChecked();
    await expect.element(form).toMatchTextContent(/asks for the key each time it starts/);
    if (isInFile) {
      await inFile.click();
      await expect.element(form).toMatchTextContent(/it isn’t encrypted/);
    }
    await form.getByRole('button', { name: 'Add service' }).click();
    await expect.element(form).not.toBeInTheDocument();
  }
  expect(open.fake.keysKeptIn).toEqual(['memory', 'file']);
});

const CLOSING_FIELD = 'While work runs';

test.each([
  ['a browser, whose tabs close without the desk', { host: 'browser' }],
  ['a Mac, where the app stays in the Dock', { host: 'desktop', platform: 'darwin' }],
] as const)('%s has no such setting', async (_where, info) => {
  openDesk(undefined, { info });
  await goToSettings();
  await expect.element(page.getByRole('heading', { name: 'API keys' })).toBeVisible();
  expect(page.getByRole('combobox', { name: CLOSING_FIELD }).query()).toBeNull();
});

/** What a person does to each field, and what comes of it. */
const FIELDS = [
  { field: 'Dark', role: 'radio', section: 'Appearance', saved: { theme: 'dark' } },
  { field: 'Compact', role: 'radio', section: 'Appearance', saved: { density: 'compact' } },
  { field: 'While work runs', type: 'Pause and quit', section: 'Closing the window', saved: { whenClosed: 'quit' } },
  {
    ...{ field: 'Uploads', type: '4', wrong: '12', section: 'At the same time' },
    saved: { concurrency: { uploads: 4, restorations: null, downloads: null } },
  },
  {
    ...{ field: 'Restorations on this computer', type: '1', wrong: '0', section: 'At the same time' },
    saved: { concurrency: { uploads: null, restorations: 1, downloads: null } },
  },
  {
    ...{ field: 'Downloads', type: '8', wrong: '9', section: 'At the same time' },
    saved: { concurrency: { uploads: null, restorations: null, downloads: 8 } },
  },
  { field: 'Uploads in MB/s', type: '2.5', wrong: '0', section: 'Bandwidth', saved: { uploadLimit: 2_500_000 } },
  { field: 'Downloads in MB/s', type: '7', wrong: '10001', section: 'Bandwidth', saved: { downloadLimit: 7_000_000 } },
  {
    ...{ field: 'When the queue ends', type: 'Quit Cleartake', section: 'When the queue ends' },
    saved: { whenEnded: 'quit' },
  },
  {
    ...{ field: 'After each recording', type: 'Run my program', section: 'After each recording' },
    saved: { afterRecording: 'program' },
  },
  { field: 'A batch has ended', role: 'switch', section: 'What you hear about', saved: { tellsEnd: false } },
  {
    ...{ field: 'A sound when a batch has ended', role: 'switch', section: 'What you hear about' },
    saved: { soundsEnd: true },
  },
  { field: 'Something needs you', role: 'switch', section: 'What you hear about', saved: { tellsNeed: false } },
  {
    ...{ field: 'Keep a listening copy of each original', role: 'switch', section: 'Listening copies' },
    saved: { keepsListeningCopies: true },
  },
  {
    ...{ field: 'Compare results with their recordings', role: 'switch', section: 'Check before saving' },
    saved: { checksResults: false },
  },
  {
    ...{ field: 'Retry automatically up to', type: '0.25', wrong: '1001', section: 'Connection lost during a start' },
    saved: { resendCeiling: 250_000 },
  },
  { field: 'Look for updates', role: 'switch', section: 'Updates', saved: { lookForUpdates: true } },
] as const;

/** Without the checks of a real click, which wait until nothing moves anymore. */
async function press(control: Locator): Promise<void> {
  await expect.element(control).toBeEnabled();
  (control.element() as HTMLElement).click();
}

test('every setting is saved at once, refuses what is wrong with a reason, and goes back to its default, with Undo', {
  tags: 'long',
}, async () => {
  const open = openDesk((fake) => fake.tellUpdate({ kind: 'off' }), {
    info: { host: 'desktop', endScript: '/home/me/when-ended' },
  });
  await goToSettings();
  const undo = page.getByTestId('undo');
  for (const { field, section, saved, ...how } of FIELDS) {
    // By its element: looking for roles on the whole page takes most of the time.
    const region = page.elementLocator(page.getByRole('region', { name: section, exact: true }).element());
    const control =
      'role' in how ? region.getByRole(how.role, { name: field }) : region.getByLabelText(field, { exact: true });
    if ('wrong' in how) {
      await control.fill(how.wrong);
      await userEvent.keyboard('{Enter}');
      await expect.element(control).toBeInvalid();
      await expect.element(control).toHaveAccessibleDescription(/^Enter /);
      expect(open.fake.preferences, field).toEqual(DEFAULT_PREFERENCES);
    }
    if ('role' in how) await press(control);
    else if (control.element().tagName === 'SELECT') await userEvent.selectOptions(control, how.type);
    else {
      await control.fill(how.type);
      await userEvent.keyboard('{Enter}');
    }
    const becomes = (changes: Partial<Preferences>) =>
      expect
        .poll(() => open.fake.preferences, { message: field, timeout: 10_000 })
        .toEqual({ ...DEFAULT_PREFERENCES, ...changes });
    const reset = region.getByRole('button', { name: /^Reset/ });
    await becomes(saved);
    await press(reset);
    await becomes({});
    await expect.element(undo).toBeInTheDocument();
    expect(undo.element().parentElement?.textContent).toContain(`“${section}” is back to its defaults.`);
    await press(undo);
    await becomes(saved);
    await press(reset);
    await becomes({});
    await expect.element(undo).toBeInTheDocument();
    notifications.clean();
    await expect.element(undo).not.toBeInTheDocument();
  }
});

test('everything goes back to its defaults at once, with Undo: no setting is left out', { tags: 'long' }, async () => {
  // Some have no field before another one is set.
  const changed = Object.fromEntries(
    PREFERENCE_NAMES.map((name) => [name, PREFERENCE_SAMPLES[name].other]),
  ) as Preferences;
  for (const name of PREFERENCE_NAMES) expect(changed[name], name).not.toEqual(DEFAULT_PREFERENCES[name]);
  const open = openDesk((fake) => fake.prefer(changed));
  await goToSettings();
  await press(page.getByRole('button', { name: 'Reset everything' }));
  await expect.poll(() => open.fake.preferences).toEqual(DEFAULT_PREFERENCES);
  await expect.element(page.getByText('“Everything” is back to its defaults.')).toBeInTheDocument();
  await press(page.getByTestId('undo'));
  await expect.poll(() => open.fake.preferences).toEqual(changed);
});

test('a search shows the settings that have the words, and the list leads to each place', async () => {
  openDesk();
  await goToSettings();
  const search = page.getByRole('searchbox', { name: 'Find a setting' });
  await search.fill('upload MB');
  await expect.element(page.getByRole('region', { name: 'Bandwidth' })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'General' })).not.toBeInTheDocument();
  await search.fill('no such thing');
  await expect.element(page.getByText('No setting has “no such thing”.')).toBeVisible();
  const places = page.getByRole('navigation', { name: 'Places in Settings' });
  await expect.poll(() => places.element().querySelector('[aria-current]')).toBeNull();
  await places.getByRole('button', { name: 'Advanced' }).click();
  await expect.element(page.getByRole('heading', { name: 'Advanced' })).toHaveFocus();
  await expect.element(page.getByRole('heading', { name: 'Advanced' })).toBeInViewport();
  await expect.element(search).toHaveValue('');
  await expect.element(places.getByRole('button', { name: 'Advanced' })).toHaveAttribute('aria-current', 'true');
});

for (const [query, label, section, tags] of [
  ['loudness', 'Loudness', 'Loudness', ['long']],
  ['LUFS', 'Loudness', 'Loudness', []],
  ['mp3 bitrate', 'Bit rate', 'File', ['long']],
  ['mono', 'Mono', 'Loudness', ['long']],
  ['split', 'Mono', 'Loudness', ['long']],
  ['level voices', 'Level voices', 'Loudness', ['long']],
  ['also save', 'Also save as', 'File', []],
  ['intro', 'Intro', 'Intro and outro', []],
  ['outro', 'Outro', 'Intro and outro', ['long']],
  ['id3', 'Tags', 'Tags', ['long']],
] as const) {
  test(`“${query}” is found in presets: ${label}, which its button opens`, { tags: [...tags] }, async () => {
    openDesk();
    await goToSettings();
    await page.getByRole('searchbox', { name: 'Find a setting' }).fill(query);
    await page
      .getByRole('region', { name: 'In presets' })
      .getByRole('button', { name: `Change ${label}` })
      .click();
    const dialog = page.getByRole('dialog', { name: 'Settings for new recordings' });
    await expect
      .element(dialog.getByRole('tab', { name: new RegExp(`^${section}`) }))
      .toHaveAttribute('aria-selected', 'true');
  });
}

test('the license and everyone whose recordings the network was trained with are named', async () => {
  openDesk();
  await goToSettings();
  const credits = page.getByRole('region', { name: 'License and credits' });
  await expect.element(credits).toMatchTextContent(/GNU General Public License/);
  await credits.getByText('Recordings and their authors').click();
  for (const credit of TRAINING_CREDITS) await expect.element(credits.getByText(creditLine(credit))).toBeVisible();
});

test('the theme of the settings is the page’s, wherever it is chosen', async () => {
  const open = openDesk((fake) => fake.prefer({ theme: 'dark' }));
  const scheme = () => document.documentElement.dataset.mantineColorScheme;
  await expect.poll(scheme).toBe('dark');
  await page.getByRole('button', { name: 'Appearance' }).click();
  await page.getByRole('menuitemradio', { name: 'Light' }).click();
  await expect.poll(scheme).toBe('light');
  expect(open.fake.preferences.theme).toBe('light');
});

test('what is in the diagnostics file is shown before it is saved; names are in it only if wanted', {
  tags: 'long',
}, async () => {
  openDesk();
  await goToSettings();
  const section = page.getByRole('region', { name: 'Diagnostics file' });
  for (const names of [false, true]) {
    const box = section.getByRole('checkbox', { name: 'Include the names of recordings and folders' });
    if (names) await box.click();
    await section.getByRole('button', { name: 'Show what’s in it' }).click();
    const dialog = page.getByRole('dialog');
    await expect
      .element(dialog.getByRole('region', { name: 'Content of the diagnostics file' }))
      .toMatchTextContent(`"containsNames": ${names}`);
    await expect.element(dialog.getByRole('button', { name: /^Save cleartake-diagnostics-/ })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
  }
});

test('presets are created, edited and deleted in Settings; those that come with Cleartake only duplicated', {
  tags: 'long',
}, async () => {
  openDesk();
  await goToSettings();
  const presets = page.getByRole('region', { name: 'Presets' });
  await presets.getByRole('button', { name: 'New preset' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Restore only');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog.getByRole('textbox', { name: 'Name', exact: true })).toBeInvalid();
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Court hearings');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  const card = presets.getByRole('article', { name: 'Court hearings' });
  await card.getByRole('button', { name: 'Actions for Court hearings' }).click();
  await page.getByRole('menuitem', { name: 'Edit…' }).click();
  await page.getByRole('tab', { name: /^Loudness/ }).click();
  await page.getByRole('dialog').getByText('−23', { exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect.element(card).toMatchTextContent(/−23 LUFS/);
  await card.getByRole('button', { name: 'Actions for Court hearings' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(card).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Actions for Podcast episode' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Duplicate' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Edit…' }).query()).toBeNull();
});
