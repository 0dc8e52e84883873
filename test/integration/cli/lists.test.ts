import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runCli, summaryJobs } from '../../harness/cli/run-cli.ts';

test('a list and a playlist are restored; what is left out is told with its reason; then nothing is done twice', {
  tags: 'long',
}, async () => {
  const folder = temporaryFolder();
  const show = path.join(folder, 'show');
  mkdirSync(show);
  for (const [index, name] of ['a.wav', 'b.wav', 'c.wav'].entries())
    writeTone(path.join(show, name), { seconds: 1, frequency: 300 + index });
  copyFileSync(path.join(show, 'c.wav'), path.join(show, 'c again.wav'));
  execFileSync('mkfifo', [path.join(show, 'pipe.wav')]);
  writeFileSync(path.join(show, 'notes.txt'), 'Too quiet at the end.');
  writeFileSync(path.join(folder, 'list.txt'), '# the first two\nshow/a.wav\n~/show/b.wav\n');
  writeFileSync(path.join(folder, 'last.m3u'), '#EXTM3U\nshow/c.wav\n');
  const restore = (...words: string[]) =>
    runCli(
      ['restore', ...words, '--out', path.join(folder, 'out'), '--data-dir', path.join(folder, 'data'), '--json'],
      {
        environment: { HOME: folder },
      },
    );

  const listed = await restore('--from-list', path.join(folder, 'list.txt'), path.join(folder, 'last.m3u'));
  expect(listed.status, listed.stderr).toBe(0);
  expect([...summaryJobs(listed).keys()].toSorted()).toEqual(['a.wav', 'b.wav', 'c.wav']);

  const again = await restore(show, '--duplicates', 'skip');
  expect(again.status, again.stderr).toBe(0);
  const skipped = again.events.filter(({ event }) => event === 'skipped');
  expect(skipped.map(({ path: where, kind }) => [path.basename(String(where)), kind]).toSorted()).toEqual([
    ['a.wav', 'restored-before'],
    ['b.wav', 'restored-before'],
    ['c again.wav', 'restored-before'],
    ['c.wav', 'restored-before'],
    ['pipe.wav', 'pipe'],
    ['show', 'not-a-recording'],
  ]);
  const used = await restore(show);
  expect(used.events.filter(({ event }) => event === 'reused')).toHaveLength(4);
  expect(used.events.filter(({ event }) => event === 'twice')).toHaveLength(1);
  const anew = await restore(path.join(show, 'a.wav'), '--duplicates', 'again');
  expect(anew.events.filter(({ event }) => event === 'reused')).toEqual([]);
  expect(readdirSync(path.join(folder, 'out')).length).toBeGreaterThanOrEqual(4);
});
