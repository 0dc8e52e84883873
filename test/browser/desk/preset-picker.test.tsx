import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch/batch-preset.ts';
import { localStamp } from '../../../shared/domain/naming/output-name.ts';
import { makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { busyScene, STUDIO, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1280, 760));

const picker = () => page.getByRole('button', { name: /^Preset/ });
const panel = () => page.getByRole('dialog', { name: /^Preset/ });
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
  await page.getByRole('radio', { name: /^Podcast episode/ }).click();
  await expect.element(picker()).toMatchTextContent('Podcast episode: 2.0, podcast, −16 LUFS, next to the original');
  expect(fake.preset).toMatchObject({ loudness: -16, samplingPreset: 'podcast' });
  await userEvent.keyboard('{Escape}');
  await expect.element(panel()).not.toBeInTheDocument();
  expect(document.activeElement).toBe(picker().element());
});

test('models, restoration preset, strength, loudness, format and name are changed in one place', {
  tags: 'long',
}, async () => {
  const { fake } = await openPanel();
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await expect.poll(() => fake.preset.models).toEqual(['service-2', 'service-3.5']);
  await page.getByRole('combobox', { name: 'Sound' }).click();
  await page.getByRole('option', { name: 'Gentle' }).click();
  await expect.poll(() => fake.preset.samplingPreset).toBe('gentle');
  (page.getByRole('slider', { name: 'Strength' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
  await expect.poll(() => fake.preset.strength).toBe(0.9);
  await page.getByText('−16', { exact: true }).click();
  await expect.poll(() => fake.preset.loudness).toBe(-16);
  await page.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'FLAC' }).click();
  await expect.poll(() => fake.preset.format).toBe('flac');
  await page.getByRole('radio', { name: 'In the library only' }).click();
  await expect.poll(() => fake.preset.output).toEqual({ kind: 'library' });
  const words = 'Restore only edited: 2.0 + 3.5, gentle, 90 %, −16 LUFS, FLAC, library only';
  await expect.element(picker()).toMatchTextContent(words);
  await page.getByRole('radiogroup', { name: 'Loudness' }).getByText('Keep', { exact: true }).click();
  await expect.poll(() => fake.preset.loudness).toBe(null);
  await page.getByRole('button', { name: 'Reset' }).click();
  await expect.element(picker()).toMatchTextContent('Restore only: 2.0, next to the original');
});

test('the name of results is previewed with a recording of the desk, and unknown placeholders are refused', {
  tags: 'long',
}, async () => {
  const { fake } = await openPanel();
  const field = page.getByRole('textbox', { name: 'File name' });
  await field.fill('{date} {moddel}');
  await expect.element(panel()).toMatchTextContent('{moddel} isn’t a placeholder');
  await userEvent.tab();
  expect(fake.preset.namingTemplate).toBe(DEFAULT_BATCH_PRESET.namingTemplate);
  await page.getByRole('button', { name: 'Use {model}' }).click();
  await expect.poll(() => fake.preset.namingTemplate).toBe('{date} {model}');
  await field.fill('{name}, clean');
  const { date } = localStamp(Date.now());
  await expect.element(panel()).toMatchTextContent('ep-044 interview, clean.wav');
  await page.getByRole('button', { name: 'Add {date}' }).click();
  await expect.poll(() => fake.preset.namingTemplate).toBe('{name}, clean {date}');
  await expect.element(panel()).toMatchTextContent(`ep-044 interview, clean ${date}.wav`);
  await page.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await expect.element(panel()).toMatchTextContent(`ep-044 interview, clean ${date} (service-3.5).wav`);
  await field.fill('final');
  await expect.element(panel()).toMatchTextContent(/final \(service-2\) \(2\)\.\w+name taken, numbered/);
});

test('changed settings are saved as a preset, which is renamed, made the default, deleted and brought back', {
  tags: 'long',
}, async () => {
  const { fake } = await openPanel();
  await page.getByText('−14', { exact: true }).click();
  await page.getByRole('button', { name: 'Save as…' }).click();
  const name = page.getByRole('textbox', { name: 'Save as a new preset' });
  await name.fill('podcast episode');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).toMatchTextContent('Another preset is called “podcast episode”.');
  await name.fill('Loud');
  await userEvent.keyboard('{Enter}');
  await expect.element(picker()).toMatchTextContent('Loud: 2.0, −14 LUFS, next to the original');
  const menu = () => page.getByRole('button', { name: /^Actions for Lou/ });
  await menu().click();
  await page.getByRole('menuitem', { name: 'Use for new recordings' }).click();
  await expect.element(page.getByRole('radio', { name: /^Loud Default/ })).toBeChecked();
  await menu().click();
  await page.getByRole('menuitem', { name: 'Rename…' }).click();
  await page.getByRole('textbox', { name: 'Rename this preset' }).fill('Louder');
  await userEvent.keyboard('{Enter}');
  await expect.element(picker()).toMatchTextContent('Louder: ');
  await menu().click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.element(picker()).toMatchTextContent('Custom settings: 2.0, −14 LUFS');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(picker()).toMatchTextContent('Louder: 2.0, −14 LUFS');
  expect(fake.presets.view().defaultId).not.toBeNull();
});

test('presets that come with Cleartake can be duplicated, and neither renamed nor deleted', async () => {
  await openPanel();
  await page.getByRole('button', { name: 'Actions for Short clips' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Export…' })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Delete' }).query()).toBeNull();
  expect(page.getByRole('menuitem', { name: 'Rename…' }).query()).toBeNull();
  await page.getByRole('menuitem', { name: 'Duplicate' }).click();
  await expect.element(page.getByRole('radio', { name: /^Short clips, copy/ })).toBeVisible();
});

test('unsaved changes come back after another preset was chosen', async () => {
  await openPanel();
  await page.getByText('−23', { exact: true }).click();
  await expect.element(picker()).toMatchTextContent('Restore only edited: 2.0, −23 LUFS');
  await page.getByRole('radio', { name: /^Short clips/ }).click();
  await expect.element(picker()).toMatchTextContent('Short clips: ');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(picker()).toMatchTextContent('Restore only edited: 2.0, −23 LUFS');
});

test('a broken file of presets is refused in words', async () => {
  await openPanel();
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
  await expect.element(page.getByRole('radio', { name: '−20.5' })).toBeChecked();
});

test('where most recordings are uploads, the places say what becomes of them', { tags: 'long' }, async () => {
  const { fake } = await openPanel({ info: { filesHavePaths: false } });
  await expect.element(picker()).toMatchTextContent('Restore only: 2.0, next to the original (uploads: library)');
  const beside = page.getByRole('radio', { name: 'Next to the original' });
  await expect.element(beside).toHaveAccessibleDescription(/For recordings added by path\. An upload doesn’t tell/);
  await page.getByRole('radio', { name: 'In one folder' }).click();
  const folder = page.getByRole('textbox', { name: /^Folder on the computer/ });
  await folder.fill('out');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).toMatchTextContent('Enter a full path.');
  await folder.fill('/home/me/out');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => fake.preset.output).toEqual({ kind: 'folder', path: '/home/me/out', layout: 'flat' });
  // The host knows where home is, and which variables there are.
  await folder.fill('~/restored');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => fake.preset.output).toMatchObject({ path: '/home/me/restored', layout: 'flat' });
  await folder.fill('$NOWHERE/restored');
  await userEvent.keyboard('{Enter}');
  await expect.element(panel()).toMatchTextContent('The variable isn’t set.');
  expect(fake.preset.output).toMatchObject({ path: '/home/me/restored' });
  // The same folder serves the other layout.
  await page.getByRole('radio', { name: 'In a folder, with subfolders' }).click();
  await expect.poll(() => fake.preset.output).toMatchObject({ path: '/home/me/restored', layout: 'mirrored' });
});

test('the details of a recording include its measures', async () => {
  const figures = {
    before: { loudness: -23.4, truePeak: -6 },
    after: { loudness: -16, truePeak: -1.2 },
    gain: 7.4,
    limited: true,
    lag: 0,
  };
  const stored = { ...makeGeneration('j1', 'service-2'), state: 'stored' as const };
  openDesk((fake) => {
    fake.seed([{ name: 'done.wav', state: { kind: 'done' }, generations: [{ ...stored, exportFigures: figures }] }]);
  });
  await page.getByRole('button', { name: 'Actions for done.wav' }).click();
  await page.getByRole('menuitem', { name: /^Details/ }).click();
  const dialog = page.getByRole('dialog', { name: 'done.wav' });
  await expect.element(dialog).toMatchTextContent(/−23\.4 → −16\.0 LUFS, peak −1\.2 dBTP, peaks limited/);
});

test('the settings stay reachable in a small window', async () => {
  await page.viewport(900, 600);
  openDesk((fake) => fake.seed(busyScene(Date.now())), HAS_PATHS);
  await picker().click();
  const { bottom, right } = panel().element().getBoundingClientRect();
  expect(bottom).toBeLessThanOrEqual(600);
  expect(right).toBeLessThanOrEqual(900);
});
