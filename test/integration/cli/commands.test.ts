import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { type CliEvent, runCli, startCli, summaryJobs } from '../../harness/cli/run-cli.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

test.each([
  [['restore'], /Name recordings or folders/],
  [['restore', '$CLEARTAKE_NOT_SET/a.wav'], /variable CLEARTAKE_NOT_SET isn’t set/],
  [['restore', 'https://example.com/a.wav'], /is an address/],
  [['restore', '--from-list', 'gone.txt'], /list gone\.txt can’t be read/],
  [['restore', 'a.wav', '--model', 'service-9'], /service-2, service-3\.5/],
  [['restore', 'a.wav', '--max-cost', 'lots'], /amount in dollars/],
  [['restore', 'a.wav', '--base-url', 'http://127.0.0.1:9'], /CLEARTAKE_API_KEY/],
  [['restore', 'a.wav', '--base-url', 'http://example.com'], /starts with https:/],
  [['restore', 'a.wav', '--strength', '1.5'], /from 0 \(the original\) to 1/],
  [['restore', 'a.wav', '--strength', ''], /from 0 \(the original\) to 1/],
  [['restore', 'a.wav', '--loudness', 'loud'], /LUFS from -36 to -8, podcast, or none/],
  [['restore', 'a.wav', '--loudness', '-3'], /LUFS from -36 to -8, podcast, or none/],
  [['restore', 'a.wav', '--format', 'ogg'], /source, wav16/],
  [
    ['restore', 'a.wav', '--name', '{name} {moddel}'],
    /\{moddel\} isn’t a placeholder \(character 8\)\. Did you mean \{model\}/,
  ],
  [['restore', 'a.wav', '--flat'], /folder for --flat with --out/],
  [['save-as', 'nothing.wav', '--out', 'out'], /No recording called nothing\.wav was ever added/],
  [['save-as', '--earlier', 'overwrite'], /keep, replace/],
  [['engine', 'export', 'a.wav', 'b.wav'], /missing required argument/],
  [['engine', 'export', 'a.wav', 'b.wav', 'c.wav', '--format', 'aiff'], /source, wav16/],
  [['service', '--port', 'abc'], /from 0 to 65535/],
  [['conjure'], /unknown command/],
])('%j is a usage error: status 2 and a sentence', { tags: 'long' }, async (words, sentence) => {
  const result = await runCli([...words, ...(words[0] === 'conjure' ? [] : ['--data-dir', temporaryFolder()])]);
  expect(result.status).toBe(2);
  expect(result.stderr).toMatch(sentence);
});

test('status and history do not create a data folder', async () => {
  const folder = path.join(temporaryFolder(), 'nothing yet');
  const status = await runCli(['status', '--data-dir', folder]);
  expect([status.status, status.stdout]).toEqual([0, 'The queue is empty.\n']);
  expect((await runCli(['history', '--data-dir', folder, '--json'])).stdout).toBe('');
  expect(existsSync(folder)).toBe(false);
});

test('a remote service by address: its key from the environment, its outputs under --out, its history offline', {
  tags: 'long',
}, async () => {
  const service = await scriptedService();
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const data = path.join(folder, 'data');
  const out = path.join(folder, 'out');
  const words = [
    'restore',
    path.join(folder, 'take.wav'),
    '--out',
    out,
    '--data-dir',
    data,
    '--base-url',
    service.baseUrl,
  ];
  const result = await runCli([...words, '--model', 'service-3.5', '--json'], {
    environment: { CLEARTAKE_API_KEY: SCRIPTED_KEY },
  });
  expect(result.status, result.stderr).toBe(0);
  expect(readdirSync(out)).toEqual(['take (service-3.5).wav']);
  expect(result.stdout + result.stderr).not.toContain(SCRIPTED_KEY);
  const history = await runCli(['history', '--data-dir', data, '--csv']);
  expect(history.stdout.split('\n')[1]).toContain('service-3.5');
  const search = await runCli(['history', '--data-dir', data, '--search', 'nothing like it', '--json']);
  expect(search.stdout).toBe('');

  // What is there is saved as something else: first told, then with the same bytes under another name, once.
  const elsewhere = path.join(folder, 'elsewhere');
  const told = await runCli(['save-as', 'take.wav', '--format', 'flac', '--dry-run', '--data-dir', data]);
  expect([told.status, told.stdout]).toEqual([0, 'take.wav → take (service-3.5).flac\n']);
  const again = ['save-as', 'take.wav', '--out', elsewhere, '--name', '{connection}/{n} {name}', '--data-dir', data];
  const exported = await runCli(again);
  expect([exported.status, exported.stderr]).toEqual([0, '']);
  expect(readFileSync(exported.stdout.trim())).toEqual(readFileSync(path.join(out, 'take (service-3.5).wav')));
  expect(path.basename(exported.stdout.trim())).toBe('1 take.wav');
  const dry = await runCli([...again, '--dry-run']);
  expect([dry.stdout, dry.stderr]).toEqual([
    'take.wav → 1 take.wav (already there)\n',
    '0 files to write, 1 already there.\n',
  ]);
  const repeated = await runCli(again);
  expect([repeated.stdout, repeated.stderr]).toEqual([exported.stdout, '1 file was already there.\n']);
  expect(readdirSync(path.dirname(exported.stdout.trim()))).toEqual(['1 take.wav']);

  // Another format takes the place of the file that nobody changed.
  const first = exported.stdout.trim();
  const replacing = [...again, '--format', 'flac', '--earlier', 'replace', '--json'];
  const replaced = JSON.parse((await runCli(replacing)).stdout) as { readonly output: string };
  expect(replaced).toMatchObject({ event: 'saved', replaced: first, wasThere: false, problem: null });
  expect(readdirSync(path.dirname(first))).toEqual(['1 take.flac']);
  expect(service.generations).toHaveLength(1);

  // A cap cannot be kept where the price is not known: nothing is sent.
  const capped = await runCli([...words, '--max-cost', '5', '--json'], {
    environment: { CLEARTAKE_API_KEY: SCRIPTED_KEY },
  });
  expect(capped.status).toBe(3);
  expect(capped.stdout).toContain('"costCapReached"');
  expect(service.generations).toHaveLength(1);
});

test('a billing problem ends with status 3, and resume continues with the same key', { tags: 'long' }, async () => {
  const service = await scriptedService();
  service.startFaults.push({ kind: 'answer', status: 402, body: { error: 'Spend limit', code: 'spendLimitExceeded' } });
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 1 });
  const place = ['--data-dir', path.join(folder, 'data'), '--json'];
  const first = await runCli(
    [
      'restore',
      path.join(folder, 'take.wav'),
      '--out',
      path.join(folder, 'out'),
      '--base-url',
      service.baseUrl,
      ...place,
    ],
    { environment: { CLEARTAKE_API_KEY: SCRIPTED_KEY } },
  );
  expect(first.status).toBe(3);
  expect(summaryJobs(first).get('take.wav')?.error?.code).toBe('spendLimitExceeded');
  expect((await runCli(['status', ...place])).status).toBe(3);

  const wrong = await runCli(['resume', ...place], { environment: { CLEARTAKE_API_KEY: 'another-key-0123456789' } });
  expect(wrong.status).toBe(3);
  expect(summaryJobs(wrong).get('take.wav')?.error?.code).toBe('keyRefused');
  expect(service.generations).toHaveLength(0);
});

test('a second writer on a data folder exits with status 3; readers never conflict', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  writeTone(path.join(folder, 'take.wav'), { seconds: 60 });
  const place = ['--data-dir', path.join(folder, 'data')];
  const { child, result } = startCli([
    'restore',
    path.join(folder, 'take.wav'),
    '--out',
    path.join(folder, 'out'),
    '--model',
    'service-3.5',
    ...place,
    '--json',
  ]);
  await new Promise((resolve) => child.stdout?.once('data', resolve));
  const [second, reader] = await Promise.all([runCli(['resume', ...place]), runCli(['status', ...place, '--json'])]);
  expect([second.status, second.stderr]).toEqual([3, expect.stringContaining('Another Cleartake')]);
  expect(reader.status).toBe(0);
  child.kill('SIGTERM');
  const interrupted = await result;
  expect(interrupted.stderr).toContain('resume');
});

test('the service alone: its first line has the address and, once, the keys', async () => {
  const place = ['--data-dir', temporaryFolder()];
  const lines: CliEvent[] = [];
  for (let run = 0; run < 2; run++) {
    const { child, result } = startCli(['service', ...place]);
    await new Promise((resolve) => child.stdout?.once('data', resolve));
    child.kill('SIGTERM');
    const { events, status } = await result;
    expect(status).toBe(0);
    lines.push(...events);
  }
  expect(lines[0]).toMatchObject({ event: 'listening', baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/) });
  expect([typeof lines[0]?.adminKey, typeof lines[0]?.apiKey]).toEqual(['string', 'string']);
  expect(Object.keys(lines[1] ?? {})).toEqual(['event', 'baseUrl']);
});
