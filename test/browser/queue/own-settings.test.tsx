import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { errorOf, makeGeneration } from '../../harness/fake-desk/fake-jobs.ts';
import { OVER_STUDIO, STUDIO, WAITING_SCENE } from '../../harness/fake-desk/scenes.ts';
import { openDesk } from '../open-desk.tsx';

beforeEach(() => page.viewport(1440, 760));

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) });
const HAS_PATHS = { info: { filesHavePaths: true } };

function openWaiting() {
  return openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false });
    fake.seed(WAITING_SCENE);
  }, HAS_PATHS);
}

async function select(...names: readonly string[]): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).click();
}

test('rows show what differs from the batch, and follow it in everything else', { tags: 'long' }, async () => {
  const { fake } = openWaiting();
  await select('ep-044 intro.wav', 'ep-044 outro.wav');
  await page.getByRole('button', { name: 'Change preset…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Settings for 2 recordings' });
  await dialog.getByRole('combobox', { name: 'Sound' }).click();
  await page.getByRole('option', { name: 'Gentle' }).click();
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'WAV, 24-bit' }).click();
  await dialog.getByRole('button', { name: 'Apply to 2' }).click();
  await expect.element(row('ep-044 intro')).toMatchTextContent('WAV 24, gentle');
  await expect.element(row('ep-044 outro')).toMatchTextContent('WAV 24, gentle');
  await expect.element(row('ep-044 interview')).not.toMatchTextContent('gentle');
  expect(fake.jobs.get('w2')?.own).toEqual({ samplingPreset: 'gentle', format: 'wav24' });
  // The batch becomes what the rows are: nothing differs, and nothing is shown.
  fake.rememberPreset({ ...fake.preset, samplingPreset: 'gentle', format: 'wav24' });
  await expect.element(row('ep-044 intro')).not.toMatchTextContent('gentle');
});

test('a row takes all settings of another preset, and those of the batch again', { tags: 'long' }, async () => {
  const { fake } = openWaiting();
  await page.getByRole('button', { name: 'Actions for ep-044 intro.wav' }).click();
  await page.getByRole('menuitem', { name: 'Change preset…' }).click();
  const dialog = page.getByRole('dialog', { name: 'ep-044 intro.wav' });
  await dialog.getByRole('combobox', { name: 'Take all settings from' }).click();
  await page.getByRole('option', { name: 'Interview archive' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.element(row('ep-044 intro')).toMatchTextContent(/WAV 24, interview, 80 %.*Service 3\.5/);
  await page.getByRole('button', { name: 'Actions for ep-044 intro.wav' }).click();
  await page.getByRole('menuitem', { name: 'Use “Restore only” again' }).click();
  await expect.poll(() => fake.jobs.get('w2')?.own).toBeNull();
});

test('every row that waits shows its cost, which follows its models, its connection and the history', async () => {
  const prices = { 'service-2': 300, 'service-3.5': 500 };
  const { fake } = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, prices });
    fake.seed([
      ...WAITING_SCENE.map((part) => ({ ...part, ...OVER_STUDIO })),
      { id: 'w4', name: 'new take.wav', ...OVER_STUDIO },
    ]);
  }, HAS_PATHS);
  fake.rememberPreset({ ...fake.preset, models: ['service-2'] });
  await expect.element(row('ep-044 interview')).toMatchTextContent('≤ 0.936');
  // 42 seconds cost as much as sixty; nothing is promised before the length was counted.
  await expect.element(row('ep-044 intro')).toMatchTextContent('≤ 0.018');
  await expect.element(row('new take')).toMatchTextContent('measuring');
  fake.rememberPreset({ ...fake.preset, models: ['service-2', 'service-3.5'] });
  await expect.element(row('ep-044 interview')).toMatchTextContent('≤ 2.496');
  await expect.element(page.getByTitle(/^Service 2\.0: ≤ 0\.936\s+Service 3\.5: ≤ 1\.56$/)).toBeVisible();
  fake.change('w1', (job) => ({ ...job, own: { models: ['service-3.5'] } }));
  await expect.element(row('ep-044 interview')).toMatchTextContent('≤ 1.56');
  fake.change('w2', (job) => ({ ...job, connectionId: 'built-in', connection: 'This computer' }));
  await expect.element(row('ep-044 intro')).toMatchTextContent(/free/);
  fake.rememberPreset({ ...fake.preset, models: ['service-2'] });
  fake.setReusable(3);
  fake.seed([{ name: 'another.wav', durationSeconds: 12 }]);
  await expect.element(row('ep-044 outro')).toMatchTextContent('0.00');
});

test('models of some rows are chosen alone, and the quote follows', { tags: 'long' }, async () => {
  const { fake } = openWaiting();
  fake.rememberPreset({ ...fake.preset, models: ['service-2'] });
  await select('ep-044 intro.wav');
  await page.getByRole('button', { name: 'Models…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Models for ep-044 intro.wav' });
  await dialog.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.element(row('ep-044 intro')).toMatchTextContent(/Service 2\.0Service 3\.5/);
});

test('after Start, models of a row that waits are changed, and it shows what it costs now', {
  tags: 'long',
}, async () => {
  const { fake } = openDesk((fake) => {
    fake.addConnection({ ...STUDIO, prices: { 'service-2': 300, 'service-3.5': 500 } });
    fake.seed(WAITING_SCENE.map((part) => ({ ...part, ...OVER_STUDIO })));
  }, HAS_PATHS);
  await page.getByRole('button', { name: 'Start 3' }).click();
  await expect.element(row('ep-044 interview')).toMatchTextContent('≤ 0.936');
  await page.getByRole('button', { name: 'Actions for ep-044 interview.wav' }).click();
  await page.getByRole('menuitem', { name: 'Models…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Models for ep-044 interview.wav' });
  await expect.element(dialog.getByRole('checkbox', { name: 'Service 2.0' })).toBeChecked();
  await dialog.getByRole('checkbox', { name: 'Service 3.5' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.element(row('ep-044 interview')).toMatchTextContent('≤ 2.496');
  // What the service has begun keeps its models.
  fake.change('w2', (job) => ({ ...job, generations: job.generations.map((one) => ({ ...one, state: 'started' })) }));
  await page.getByRole('button', { name: 'Actions for ep-044 intro.wav' }).click();
  await expect.element(page.getByRole('menuitem', { name: 'Details…' })).toBeVisible();
  for (const name of ['Change preset…', 'Models…'])
    await expect.element(page.getByRole('menuitem', { name })).not.toBeInTheDocument();
});

test('rows are moved to another connection, which they show, and nothing is called free beside a price', async () => {
  const { fake } = openWaiting();
  await expect.element(page.getByRole('button', { name: /This computer · free$/ })).toBeVisible();
  await select('ep-044 intro.wav', 'ep-044 outro.wav');
  await page.getByRole('button', { name: 'Move to connection…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where to restore 2 recordings' });
  await expect.element(dialog).toMatchTextContent(/Studio.*USD a minute/);
  await dialog.getByRole('radio', { name: 'Studio' }).click();
  await dialog.getByRole('button', { name: 'Move 2' }).click();
  await expect.element(row('ep-044 intro')).toMatchTextContent('Studio');
  expect(fake.jobs.get('w2')?.connectionId).toBe(STUDIO.id);
  await expect.element(page.getByRole('button', { name: /This computer and 1 more$/ })).toBeVisible();
});

test('a connection without a key is named as one before anything is moved there', async () => {
  openDesk((fake) => {
    fake.addConnection({ ...STUDIO, chosen: false, hasKey: false });
    fake.seed(WAITING_SCENE);
  }, HAS_PATHS);
  await page.getByRole('button', { name: 'Actions for ep-044 intro.wav' }).click();
  await page.getByRole('menuitem', { name: 'Move to connection…' }).click();
  await expect.element(page.getByRole('dialog')).toMatchTextContent('No API key: recordings wait until you enter one.');
});

test('started rows keep what they were started with, and can’t be changed anymore', async () => {
  openDesk((fake) => {
    fake.addConnection(STUDIO);
    fake.seed([
      { id: 'a', name: 'a.wav', started: true, state: { kind: 'generating' }, own: { strength: 0.5 } },
      { id: 'b', name: 'b.wav', started: true, state: { kind: 'generating' }, ...OVER_STUDIO },
    ]);
  }, HAS_PATHS);
  await expect.element(row('a.wav')).toMatchTextContent('50 %');
  await expect.element(row('a.wav')).toMatchTextContent(/This computer.*free/);
  await expect.element(row('b.wav')).not.toMatchTextContent('Studio');
  await page.getByRole('button', { name: 'Actions for a.wav' }).click();
  await expect.element(page.getByRole('menuitem', { name: /^Details/ })).toBeVisible();
  expect(page.getByRole('menuitem', { name: 'Change preset…' }).query()).toBeNull();
});

test('a started row that still waits shows what it was started with, and changes it', { tags: 'long' }, async () => {
  const { fake } = openWaiting();
  fake.startWith({ ...fake.preset, loudness: -23, format: 'flac' });
  await page.getByRole('button', { name: 'Start 3' }).click();
  await page.getByRole('button', { name: 'Actions for ep-044 intro.wav' }).click();
  await page.getByRole('menuitem', { name: 'Change preset…' }).click();
  const dialog = page.getByRole('dialog', { name: 'ep-044 intro.wav' });
  await expect.element(dialog).toMatchTextContent('Started with “Podcast episode”.');
  await expect.element(dialog.getByRole('combobox', { name: 'Format' })).toHaveValue('FLAC');
  await dialog.getByRole('combobox', { name: 'Format' }).click();
  await page.getByRole('option', { name: 'WAV, 24-bit' }).click();
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => fake.jobs.get('w2')?.own).toEqual({ format: 'wav24' });
});

test('rows that failed over their intro get another, in the menu of a row and among More of several', {
  tags: 'long',
}, async () => {
  const error = errorOf('bookendUnusable');
  const generations = [makeGeneration('a', 'service-2')];
  const failed = { started: true, generations, state: { kind: 'failed', error, retryFrom: 'preparing' } } as const;
  const { fake } = openDesk(
    (desk) =>
      desk.seed([
        { id: 'a', name: 'a.wav', ...failed },
        { id: 'b', name: 'b.wav', ...failed, state: { ...failed.state, retryFrom: 'exporting' } },
      ]),
    HAS_PATHS,
  );
  await page.getByRole('button', { name: 'Actions for a.wav' }).click();
  await page.getByRole('menuitem', { name: 'Change preset…' }).click();
  const dialog = page.getByRole('dialog', { name: 'a.wav' });
  await expect.element(dialog).toMatchTextContent('The intro, outro or cover picture can’t be used.');
  await expect.element(dialog).toMatchTextContent('Nothing was sent to be restored yet.');
  await dialog.getByRole('textbox', { name: 'Intro' }).fill('/home/me/jingle.wav');
  await userEvent.keyboard('{Enter}');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect.poll(() => fake.jobs.get('a')?.own).toEqual({ intro: '/home/me/jingle.wav' });
  await page.getByRole('button', { name: 'Actions for b.wav' }).click();
  await page.getByRole('menuitem', { name: 'Change preset…' }).click();
  const saved = page.getByRole('dialog', { name: 'b.wav' });
  await expect.element(saved).toMatchTextContent('It is restored: only how it is saved can change.');
  await saved.getByRole('button', { name: 'Cancel' }).click();
  await select('a.wav', 'b.wav');
  await page.getByRole('toolbar').getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Change preset…' }).click();
  await expect.element(page.getByRole('dialog', { name: 'Settings for 2 recordings' })).toBeVisible();
});
