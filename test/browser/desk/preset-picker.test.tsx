import { notifications } from '@mantine/notifications';
import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { localStamp } from '../../../shared/domain/naming/output-name.ts';
import { ODD_ROWS } from '../../harness/desk-page/preset-scenes.ts';
import { errorOf, makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { busyScene, STUDIO, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const picker = () => page.getByRole('button', { name: /^Preset(?!:)/ });
const panel = () => page.getByRole('dialog', { name: 'Settings for new recordings' });
const section = (name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) });
const done = () => page.getByRole('button', { name: 'Done' }).click();
const presets = () => page.getByRole('button', { name: /^Preset: / });
const HAS_PATHS = { info: { filesHavePaths: true } };

async function openPanel(options = HAS_PATHS) {
  const open = openDesk((fake) => fake.seed(WAITING_SCENE), options);
  await picker().click();
  await expect.element(panel()).toBeVisible();
  return open;
}

test('one button names the preset and its settings, and another preset changes them all', async () => {
  const { fake } = await openPanel();
  await expect.element(picker()).toMatchTextContent('Restore only: 2.0, next to the original');
  await presets().click();
  await page.getByRole('radio', { name: /^Podcast episode/ }).click();
  await expect.element(panel()).toMatchTextContent('no changes');
  // Nothing changes before Done.
  expect(fake.preset.loudness).toBeUndefined();
  await done();
  const words = 'Podcast episode: 2.0, podcast, −16 LUFS, MP3, mono if a side is silent, next to the original';
  await expect.element(picker()).toMatchTextContent(words);
  expect(fake.preset).toMatchObject({ loudness: -16, monoLoudness: -19, samplingPreset: 'podcast' });
  await expect.element(panel()).not.toBeInTheDocument();
  expect(document.activeElement).toBe(picker().element());
});

test('models, restoration, loudness, file and place are changed in their sections, which say what they are', {
  tags: 'long',
}, async () => {
  const { fake } = await openPanel();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await expect.element(section('Models')).toMatchTextContent('2.0 + 3.5');
  await section('Sound').click();
  await page.getByRole('combobox', { name: 'Sound' }).click();
  await page.getByRole('option', { name: 'Gentle' }).click();
  (page.getByRole('slider', { name: 'Strength' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.element(section('Sound')).toMatchTextContent('90 %');
  await section('Loudness').click();
  await page.getByText('−16', { exact: true }).click();
  await expect.element(page.getByRole('textbox', { name: 'Loudness of mono' })).toHaveValue('-19.0');
  await page.getByRole('textbox', { name: 'Peak ceiling' }).fill('-2');
  await page.getByRole('checkbox', { name: 'Level voices' }).click();
  await section('File').click();
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'MP3' }).click();
  await page.getByRole('combobox', { name: 'Bit rate' }).click();
  await page.getByRole('option', { name: '96 kbit/s' }).click();
  await expect.element(section('File')).toMatchTextContent('MP3 96');
  await page.getByText('Sound only', { exact: true }).click();
  await section('Name and place').click();
  await page.getByRole('radio', { name: 'In the library only' }).click();
  await section('Tags').click();
  await page.getByRole('textbox', { name: 'Album or show' }).fill('The {show}');
  await expect.element(section('Tags')).toMatchTextContent('1 tag');
  await done();
  await expect.element(picker()).toMatchTextContent('Restore only edited: 2.0 + 3.5, gentle, 90 %, −16 LUFS');
  expect(fake.preset).toMatchObject({
    ...{ models: ['service-2', 'service-3.5'], samplingPreset: 'gentle', strength: 0.9, loudness: -16 },
    ...{ monoLoudness: -19, truePeak: -2, levelVoices: true, format: 'mp3', bitRate: 96, video: 'sound' },
    output: { kind: 'library' },
    tags: { album: 'The {show}' },
  });
  await picker().click();
  await page.getByRole('button', { name: 'Reset' }).click();
  await done();
  await expect.element(picker()).toMatchTextContent('Restore only: 2.0, next to the original');
});

test('a second file is chosen with its format, bit rate and loudness, and the preview names both', async () => {
  const { fake } = await openPanel();
  await section('Loudness').click();
  await page.getByText('−16', { exact: true }).click();
  await section('File').click();
  await page.getByRole('combobox', { name: 'Also save as' }).click();
  await page.getByRole('option', { name: 'FLAC' }).click();
  // An archive keeps its level, unless it is asked for.
  await expect.element(page.getByRole('checkbox', { name: 'As loud as the first file' })).not.toBeChecked();
  await expect.element(section('File')).toMatchTextContent('original + FLAC');
  await page.getByRole('combobox', { name: 'Also save as' }).click();
  await page.getByRole('option', { name: 'MP3' }).click();
  await page.getByRole('combobox', { name: 'Bit rate of the second file' }).click();
  await page.getByRole('option', { name: '96 kbit/s' }).click();
  await expect.element(page.getByRole('checkbox', { name: 'As loud as the first file' })).toBeChecked();
  await expect.element(page.getByRole('region', { name: 'Preview' })).toMatchTextContent(/\(service-2\)\.mp3/);
  await done();
  await expect.element(picker()).toMatchTextContent('Restore only edited: 2.0, −16 LUFS, also MP3 96');
  expect(fake.preset.also).toEqual({ format: 'mp3', bitRate: 96, loudness: true });
});

test('intro, outro and cross-fade are chosen, and a video says that it gets none', async () => {
  const { fake } = openDesk((desk) => desk.seed(ODD_ROWS), HAS_PATHS);
  await picker().click();
  await section('Intro and outro').click();
  await page.getByRole('textbox', { name: 'Intro' }).fill('jingle.wav');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).toMatchTextContent('Enter a full path.');
  await page.getByRole('textbox', { name: 'Intro' }).fill('/home/me/jingle.wav');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Outro' }).fill('/home/me/credits.wav');
  await userEvent.keyboard('{Enter}');
  await page.getByRole('textbox', { name: 'Cross-fade' }).fill('2.5');
  await expect.element(section('Intro and outro')).toMatchTextContent('both');
  await expect.element(page.getByRole('region', { name: 'Preview' })).toMatchTextContent('Without intro and outro');
  await done();
  await expect.element(picker()).toMatchTextContent('intro + outro');
  expect(fake.preset).toMatchObject({ intro: '/home/me/jingle.wav', outro: '/home/me/credits.wav', crossFade: 2.5 });
});

test('a path that is wrong is never passed over for an older one, and ~ is read on the host', async () => {
  const { fake } = await openPanel();
  await section('Intro and outro').click();
  const intro = () => page.getByRole('textbox', { name: 'Intro' });
  await intro().fill('/x/camera.mp4');
  await userEvent.keyboard('{Enter}');
  await intro().fill('jingle.wav');
  await done();
  await expect.element(panel()).toMatchTextContent('Enter a full path.');
  await expect.poll(() => document.activeElement).toBe(intro().element());
  await section('File').click();
  await expect.poll(() => document.activeElement).toBe(intro().element());
  await page.getByRole('button', { name: 'Save as preset…' }).click();
  await expect.poll(() => document.activeElement).toBe(intro().element());
  expect(fake.preset.intro).toBeUndefined();
  await intro().fill('~/jingle.wav');
  await done();
  await expect.element(panel()).not.toBeInTheDocument();
  expect(fake.preset.intro).toBe('/home/me/jingle.wav');
});

test('an own loudness is typed in tenths, and Cancel changes nothing', async () => {
  const { fake } = await openPanel();
  await section('Loudness').click();
  await page.getByText('Own…', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Own loudness' }).fill('-17.5');
  await expect.element(section('Loudness')).toMatchTextContent('−17.5');
  await expect.element(page.getByRole('textbox', { name: 'Loudness of mono' })).toHaveValue('-20.5');
  await expect.element(panel()).toMatchTextContent('2 changes');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(panel()).not.toBeInTheDocument();
  expect(fake.preset).toEqual(DEFAULT_BATCH_PRESET);
});

test('the preview has the odd ones first: a video, and one that becomes mono', async () => {
  openDesk((fake) => fake.seed(ODD_ROWS), HAS_PATHS);
  await picker().click();
  await presets().click();
  await page.getByRole('radio', { name: /^Podcast episode/ }).click();
  const names = () => page.getByRole('region', { name: 'Preview' }).getByRole('listitem').elements();
  await expect
    .poll(() => names().map(({ textContent }) => textContent))
    .toEqual([
      '04 zoom call (service-2).mp4video: keeps its picture−16.0 LUFS',
      expect.stringMatching(/02 guest remote \(service-2\)\.mp3right side is silent: saved as mono−19\.0 LUFS$/),
      expect.stringMatching(/^ep-044 interview \(service-2\)\.mp3/),
    ]);
  await section('File').click();
  await page.getByText('Sound only', { exact: true }).click();
  await expect
    .poll(() => names()[0]?.textContent)
    .toBe('04 zoom call (service-2).mp3video: only its sound is saved−16.0 LUFS');
});

test('with nothing that waits, the preview leaves out what failed', async () => {
  const error = errorOf('mediaNotRecognized');
  openDesk(
    (fake) =>
      fake.seed([
        { id: 'good', name: 'good.wav', started: true, state: { kind: 'done' } },
        { id: 'broken', name: 'broken.mp3', state: { kind: 'failed', error, retryFrom: 'preparing' } },
      ]),
    HAS_PATHS,
  );
  await picker().click();
  const names = page.getByRole('region', { name: 'Preview' });
  await expect.element(names).toMatchTextContent('good (service-2).wav');
  expect(names.element().textContent).not.toContain('broken');
});

test('the name of results is previewed with a recording of the desk, and unknown placeholders are refused', {
  tags: 'long',
}, async () => {
  const { fake } = await openPanel();
  await section('Name and place').click();
  const field = page.getByRole('textbox', { name: 'File name' });
  await field.fill('{date} {moddel}');
  await expect.element(panel()).toMatchTextContent('{moddel} isn’t a placeholder');
  await page.getByRole('button', { name: 'Use {model}' }).click();
  await field.fill('{name}, clean');
  const { date } = localStamp(Date.now());
  await expect.element(panel()).toMatchTextContent('ep-044 interview, clean.wav');
  await page.getByRole('button', { name: 'Add {date}' }).click();
  await expect.element(panel()).toMatchTextContent(`ep-044 interview, clean ${date}.wav`);
  await section('Models').click();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await expect.element(panel()).toMatchTextContent(`ep-044 interview, clean ${date} (service-3.5).wav`);
  await section('Name and place').click();
  await field.fill('final');
  await expect.element(panel()).toMatchTextContent(/final \(service-2\) \(2\)\.wav.*name taken, numbered/);
  await done();
  await expect.poll(() => fake.preset.namingTemplate).toBe('final');
});

test('changed settings are saved as a preset, which is renamed, made the default, deleted and brought back', {
  tags: 'long',
}, async () => {
  const { fake } = await openPanel();
  await section('Loudness').click();
  await page.getByText('−14', { exact: true }).click();
  await page.getByRole('button', { name: 'Save as preset…' }).click();
  const name = page.getByRole('textbox', { name: 'Save as a new preset' });
  await name.fill('podcast episode');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).toMatchTextContent('Another preset is called “podcast episode”.');
  await name.fill('Loud');
  await userEvent.keyboard('{Enter}');
  await expect.element(presets()).toMatchTextContent('Preset: Loud');
  await presets().click();
  const menu = () => page.getByRole('button', { name: /^Actions for Lou/ });
  await menu().click();
  await page.getByRole('menuitem', { name: 'Use for new recordings' }).click();
  await expect.element(page.getByRole('radio', { name: /^Loud Default/ })).toBeChecked();
  await menu().click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Rename this preset' }).fill('Louder');
  await userEvent.keyboard('{Enter}');
  await expect.element(presets()).toMatchTextContent('Preset: Louder');
  await menu().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(presets()).toMatchTextContent('Preset: Custom settings');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(presets()).toMatchTextContent('Preset: Louder');
  expect(fake.presets.view().defaultId).not.toBeNull();
});

test('presets that come with Cleartake can be duplicated, and neither renamed nor deleted', async () => {
  await openPanel();
  await presets().click();
  await page.getByRole('button', { name: 'Actions for Short clips' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Export…' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Delete' }).query()).toBeNull();
  expect(page.getByRole('menuitem', { name: 'Rename…' }).query()).toBeNull();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.element(page.getByRole('radio', { name: /^Short clips, copy/ })).toBeVisible();
});

test('unsaved changes come back after another preset was chosen', async () => {
  await openPanel();
  await section('Loudness').click();
  await page.getByText('−23', { exact: true }).click();
  await done();
  await expect.element(picker()).toMatchTextContent('Restore only edited: 2.0, −23 LUFS');
  await picker().click();
  await presets().click();
  await page.getByRole('radio', { name: /^Short clips/ }).click();
  await done();
  await expect.element(picker()).toMatchTextContent('Short clips: ');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(picker()).toMatchTextContent('Restore only edited: 2.0, −23 LUFS');
});

test('a broken file of presets is refused in words', async () => {
  await openPanel();
  await presets().click();
  const input = panel().element().querySelector('input[type="file"]') as HTMLInputElement;
  await userEvent.upload(input, new File(['{"kind":"playlist"}'], 'x.json', { type: 'application/json' }));
  await expect.element(page.getByText(/isn’t a file of presets/)).toBeVisible();
});

test('prices of the chosen connection are beside the models, and an unusual loudness beside the usual ones', {
  tags: 'long',
}, async () => {
  openDesk((fake) => {
    fake.rememberPreset({ ...DEFAULT_BATCH_PRESET, loudness: -20.5 });
    fake.addConnection(STUDIO);
    fake.seed(WAITING_SCENE);
  }, HAS_PATHS);
  await picker().click();
  await expect.element(panel()).toMatchTextContent(/Service 2\.0\s*0\.0\d+ USD a minute/);
  await expect.element(panel()).toMatchTextContent(/Service 3\.5\s*no price set/);
  await section('Loudness').click();
  await expect.element(page.getByRole('textbox', { name: 'Own loudness' })).toHaveValue('-20.5');
});

test('where most recordings are uploads, the places say what becomes of them', { tags: 'long' }, async () => {
  const { fake } = await openPanel({ info: { filesHavePaths: false } });
  await expect.element(picker()).toMatchTextContent(/Restore only.*2\.0.*next to the original \(uploads: library\)/);
  await section('Name and place').click();
  const beside = page.getByRole('radio', { name: 'Next to the original' });
  await expect.element(beside).toHaveAccessibleDescription(/For recordings added by path\. An upload doesn’t tell/);
  await page.getByRole('radio', { name: 'In one folder' }).click();
  const folder = page.getByRole('textbox', { name: /^Folder on the computer/ });
  await folder.fill('out');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).toMatchTextContent('Enter a full path.');
  await folder.fill('/home/me/out');
  await userEvent.keyboard('{Enter}');
  await expect.element(section('Name and place')).toMatchTextContent('out');
  // The host knows where home is, and which variables there are.
  await folder.fill('~/restored');
  await userEvent.keyboard('{Enter}');
  await expect.element(section('Name and place')).toMatchTextContent('restored');
  await folder.fill('$NOWHERE/restored');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).toMatchTextContent('The variable isn’t set.');
  await expect.element(section('Name and place')).toMatchTextContent('restored');
  // What is wrong in the field is never passed over.
  await panel().getByRole('button', { name: 'Done' }).click();
  await expect.element(folder).toHaveFocus();
  await folder.fill('~/restored');
  await userEvent.keyboard('{Enter}');
  // The same folder serves the other layout.
  await page.getByRole('radio', { name: 'In a folder, with subfolders' }).click();
  await done();
  await expect.poll(() => fake.preset.output).toMatchObject({ path: '/home/me/restored', layout: 'mirrored' });
});

test('the details of a recording include its measures, its format and where it is', async () => {
  const figures = {
    before: { loudness: -23.4, truePeak: -6 },
    after: { loudness: -16, truePeak: -1.2 },
    gain: 7.4,
    limited: true,
    lag: 0,
  };
  const stored = { ...makeGeneration('j1', 'service-2'), state: 'stored' as const };
  openDesk((fake) => {
    const about = { name: 'done.wav', folder: '/home/me/ep-12', channels: 2, sampleRate: 44_100 };
    fake.seed([{ ...about, state: { kind: 'done' }, generations: [{ ...stored, exportFigures: figures }] }]);
  });
  await page.getByRole('button', { name: 'Actions for done.wav' }).click();
  await page.getByRole('menuitem', { name: /^Details/ }).click();
  const dialog = page.getByRole('dialog', { name: 'done.wav' });
  await expect.element(dialog).toMatchTextContent(/−23\.4 → −16\.0 LUFS, peak −1\.2 dBTP, peaks limited/);
  await expect.element(dialog).toMatchTextContent(/stereo · 44\.1 kHz.*Recording: \/home\/me\/ep-12\/done\.wav/);
});

test('the settings stay reachable in a small window', async () => {
  await page.viewport(900, 600);
  openDesk((fake) => fake.seed(busyScene(Date.now())), HAS_PATHS);
  await picker().click();
  const { bottom, right } = panel().element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(600);
  expect(right).toBeLessThanOrEqual(900);
});

test('an episode number that is none is refused: its field is red, and the dialog stays', async () => {
  const { fake } = await openPanel();
  await section('Tags').click();
  const number = page.getByRole('textbox', { name: 'Episode number' });
  await number.fill('Twelve');
  await expect.element(panel()).toMatchTextContent('“Twelve” isn’t a number.');
  await done();
  await section('File').click();
  await expect.element(panel()).toBeVisible();
  expect(document.activeElement).toBe(number.element());
  expect(fake.preset.tags).toBeUndefined();
  await number.fill('12');
  await done();
  await expect.element(panel()).not.toBeInTheDocument();
  expect(fake.preset.tags).toEqual({ number: '12' });
});

test('a message leaves the buttons of a dialog free', async () => {
  await page.viewport(900, 600);
  await openPanel();
  notifications.show({ message: 'The folder “Restored” can’t be written. Choose another folder, then retry.' });
  await expect.element(page.getByText(/^The folder “Restored”/)).toBeVisible();
  const toast = document.querySelector('.mantine-Notification-root')?.getBoundingClientRect();
  const covered = panel()
    .getByRole('button')
    .elements()
    .filter((button) => {
      const { bottom, left, right, top } = button.getBoundingClientRect();
      if (toast === undefined) return true;
      return left < toast.right && right > toast.left && top < toast.bottom && bottom > toast.top;
    });
  expect(covered.map((button) => button.textContent)).toEqual([]);
});
