import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ffmpeg } from '../../fixtures/audio/media.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { placesIn, runCli, summaryJobs } from '../../harness/cli/run-cli.ts';
import { someOf } from '../depth.ts';

/** Name, how ffmpeg makes it, and the extension that its outputs have. */
const FORMATS: readonly (readonly [name: string, words: readonly string[], extension: string])[] = [
  ['one.wav', ['-ar', '48000'], 'wav'],
  ['two.flac', ['-ar', '44100', '-ac', '2'], 'flac'],
  ['three.mp3', ['-ar', '44100'], 'mp3'],
  ['four.m4a', ['-ar', '48000', '-ac', '2'], 'm4a'],
  ['five.aac', ['-ar', '44100'], 'm4a'],
  ['six.ogg', ['-ar', '48000', '-c:a', 'libvorbis'], 'ogg'],
  ['seven.opus', ['-ar', '48000', '-c:a', 'libopus'], 'opus'],
  ['eight.mp4', ['-c:v', 'mpeg4', '-c:a', 'aac'], 'mp4'],
  ['nine.mov', ['-c:v', 'mpeg4', '-c:a', 'aac', '-ar', '22050'], 'mov'],
  ['ten.webm', ['-c:v', 'libvpx', '-c:a', 'libopus'], 'webm'],
];

const TRIED = someOf(FORMATS, 3);

test(`a folder of ${TRIED.length} formats is restored, each in its own format family`, { tags: 'long' }, async () => {
  const folder = temporaryFolder('formats');
  const input = path.join(folder, 'in');
  mkdirSync(input);
  writeTone(path.join(folder, 'source.wav'), { seconds: 3, sampleRate: 48_000 });
  for (const [name, words] of TRIED) {
    const video = words.includes('-c:v') ? ['-f', 'lavfi', '-i', 'testsrc=size=96x64:rate=5:duration=3'] : [];
    ffmpeg('-i', path.join(folder, 'source.wav'), ...video, ...words, path.join(input, name));
  }
  const result = await runCli(['restore', input, ...placesIn(folder), '--json']);
  expect(result.status, result.stdout + result.stderr).toBe(0);
  expect([...summaryJobs(result).values()].map((job) => job.state)).toEqual(Array(TRIED.length).fill('done'));
  const expected = TRIED.map(([name, , extension]) => `${path.parse(name).name} (service-2).${extension}`);
  expect(readdirSync(path.join(folder, 'out')).sort()).toEqual(expected.sort());
  for (const name of expected) {
    const words = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', path.join(folder, 'out', name)];
    const seconds = Number(execFileSync('ffprobe', words, { encoding: 'utf8' }));
    expect(seconds, name).toBeGreaterThan(2.9);
    expect(seconds, name).toBeLessThan(3.15);
  }
});
