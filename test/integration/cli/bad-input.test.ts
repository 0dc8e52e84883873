import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { WAV_HEADER_BYTES } from '../../fixtures/wav.ts';
import { type CliJob, type CliResult, NOBODY, runCli, summaryJobs, whyNotNobody } from '../../harness/cli/run-cli.ts';
import { openTestDesk, presetFor, waitForJob } from '../../harness/desk/open-test-desk.ts';

const whyNot = whyNotNobody();
const asNobody = whyNot === null ? { uid: NOBODY } : {};
/** Root that can't become somebody else reads every file. */
const canBeRefused = whyNot === null || process.getuid?.() !== 0;
const STRANGE_NAME = 'my "best" 🎙️ take\n(final).wav';

let result: CliResult;
let jobs: ReadonlyMap<string, CliJob>;
let outputs: string[];

// One run over everything at once: a bad recording may stop no other one.
const folder = temporaryFolder('bad-input', afterAll);

beforeAll(async () => {
  const input = path.join(folder, 'in');
  mkdirSync(path.join(input, 'empty folder'), { recursive: true });
  writeTone(path.join(input, 'good.wav'), { seconds: 3 });
  writeTone(path.join(input, STRANGE_NAME), { seconds: 2 });
  writeTone(path.join(input, 'silent.wav'), { seconds: 2, level: 0 });
  writeTone(path.join(input, 'instant.wav'), { seconds: 0.05 });
  writeTone(path.join(input, 'unfinished.wav'), { seconds: 2, frequency: 440 });
  const unfinished = readFileSync(path.join(input, 'unfinished.wav'));
  unfinished.writeUInt32LE(16_000, WAV_HEADER_BYTES - 4);
  writeFileSync(path.join(input, 'unfinished.wav'), unfinished);
  writeFileSync(
    path.join(input, 'text.wav'),
    'These are the notes of our meeting, saved under the wrong name.\n'.repeat(50),
  );
  writeFileSync(path.join(input, 'empty.wav'), '');
  writeFileSync(path.join(input, 'empty folder', 'notes.txt'), 'no recording');
  ffmpeg('-f', 'lavfi', '-i', 'sine=f=440:d=30', path.join(input, 'cut.mp3'));
  truncateSync(path.join(input, 'cut.mp3'), 120_000);
  ffmpeg(
    '-f',
    'lavfi',
    '-i',
    'testsrc=size=160x90:rate=10:duration=2',
    '-c:v',
    'mpeg4',
    '-an',
    path.join(input, 'mute.mp4'),
  );
  if (canBeRefused) {
    writeTone(path.join(input, 'secret.wav'), { seconds: 1 });
    chmodSync(path.join(input, 'secret.wav'), 0o000);
  }
  mkdirSync(path.join(folder, 'out'));
  mkdirSync(path.join(folder, 'data'));
  if (asNobody.uid !== undefined)
    for (const name of ['.', 'out', 'data']) chownSync(path.join(folder, name), NOBODY, NOBODY);
  const paths = ['empty folder', ...readdirSync(input).filter((name) => name !== 'empty folder')].map((name) =>
    path.join(input, name),
  );
  result = await runCli(
    [
      'restore',
      ...paths,
      path.join(input, 'never there.wav'),
      '--out',
      path.join(folder, 'out'),
      '--data-dir',
      path.join(folder, 'data'),
      '--json',
    ],
    { ...asNobody, environment: { HOME: folder } },
  );
  jobs = summaryJobs(result);
  outputs = readdirSync(path.join(folder, 'out'));
});

test('valid recordings are restored, whatever lies beside them', () => {
  expect(jobs.get('good.wav')?.state, result.stderr).toBe('done');
  expect(result.status).toBe(1);
});

test('a name with emoji, quotes and a newline goes in and comes out safe', () => {
  expect(jobs.get(STRANGE_NAME)?.state).toBe('done');
  expect(outputs).toContain('my _best_ 🎙️ take_(final) (service-2).wav');
});

test.for([
  ['text.wav', 'mediaNotRecognized', /can’t read this file as a recording/],
  ['empty.wav', 'mediaEmpty', /file is empty/],
  ['cut.mp3', 'mediaTruncated', /ends early: 0:\d\d of 0:30 can be restored/],
  ['silent.wav', 'mediaSilent', /silent from start to finish/],
  ['instant.wav', 'mediaTooShort', /less than a tenth of a second of sound/],
  ['mute.mp4', 'mediaNoSound', /no audio track/],
  ['secret.wav', 'sourceUnreadable', /doesn’t have permission to read this file/],
] as const)('%s fails alone, as %s, with a sentence that says what to do', ([name, code, sentence], { skip }) => {
  if (name === 'secret.wav' && !canBeRefused) skip(whyNot ?? '');
  const job = jobs.get(name);
  expect(job?.state).toBe('failed');
  expect(job?.error?.code).toBe(code);
  expect(job?.error?.userMessage).toMatch(sentence);
});

test('a recording whose header was never finished is restored to its end, and says so', () => {
  const job = jobs.get('unfinished.wav');
  expect(job).toMatchObject({ state: 'done', durationSeconds: 2 });
  expect(job?.remarks).toEqual([{ kind: 'header', declared: 0.5, seconds: 2 }]);
});

test('a folder without recordings and a missing path are listed with a reason', () => {
  const skipped = result.events
    .filter((event) => event.event === 'skipped')
    .map(({ path: where, reason }) => [path.basename(String(where)), reason]);
  expect(skipped).toContainEqual(['empty folder', expect.stringMatching(/folder contains no recordings/)]);
  expect(skipped).toContainEqual(['never there.wav', expect.stringMatching(/no such file or folder/)]);
});

test('nothing but the outputs lies in the output folder, and no source was touched', () => {
  expect(outputs.sort()).toEqual([
    'good (service-2).wav',
    'my _best_ 🎙️ take_(final) (service-2).wav',
    'unfinished (service-2).wav',
  ]);
});

function ffmpeg(...words: readonly string[]): void {
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...words]);
}

test('what is there of a recording that ends early is restored when that is asked for', { tags: 'long' }, async () => {
  const place = temporaryFolder('partial');
  const out = ['--out', path.join(place, 'out'), '--data-dir', path.join(place, 'data')];
  const partial = await runCli(['restore', path.join(folder, 'in', 'cut.mp3'), '--partial', ...out, '--json']);
  expect(partial.status, partial.stderr).toBe(0);
  const job = summaryJobs(partial).get('cut.mp3');
  expect(job).toMatchObject({ state: 'done', remarks: [{ kind: 'ends-early' }] });
  expect(readdirSync(path.join(place, 'out'))).toHaveLength(1);
});

test('a file that vanishes after import fails alone', { tags: 'long' }, async () => {
  const place = temporaryFolder('vanish');
  const input = path.join(place, 'in');
  mkdirSync(input);
  for (const name of ['a.wav', 'b.wav', 'z.wav'])
    writeTone(path.join(input, name), { seconds: 2, frequency: 200 + name.charCodeAt(0) });
  const { client } = openTestDesk(path.join(place, 'data'));
  const { jobIds } = await client.queue.add({ paths: [input], start: false });
  rmSync(path.join(input, 'z.wav'));
  await client.system.setPreset(presetFor(['service-2'], path.join(place, 'out')));
  await client.queue.start({});
  const states = await Promise.all(
    jobIds.map((id) => waitForJob(client, id, ({ state }) => state.kind === 'done' || state.kind === 'failed')),
  );
  expect(states.map(({ name, state }) => [name, state.kind])).toEqual([
    ['a.wav', 'done'],
    ['b.wav', 'done'],
    ['z.wav', 'failed'],
  ]);
  expect(states[2]?.state).toMatchObject({ error: { code: 'sourceMissing' } });
  expect(readFileSync(path.join(place, 'out', 'a (service-2).wav')).length).toBeGreaterThan(1000);
});
