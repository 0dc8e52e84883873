import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { measuredByFfmpeg } from '../../fixtures/audio/export-material.ts';
import { speech } from '../../fixtures/audio/media.ts';
import { writeWav } from '../../fixtures/audio/signals.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { placesIn, runCli } from '../../harness/cli/run-cli.ts';
import { openTestDesk, presetFor, waitForJob } from '../../harness/desk/open-test-desk.ts';

const FORMATS = ['mp3', 'flac', 'm4a', 'wav16', 'opus'] as const;

function only(folder: string): string {
  const [name = '', ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  return path.join(folder, name);
}

const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

test.each(FORMATS)(
  'desk and terminal deliver the same bytes as %s at −16 LUFS',
  {
    tags: 'long',
  },
  async (format) => {
    const folder = temporaryFolder();
    const recording = path.join(folder, 'talk.wav');
    writeWav(recording, [speech(folder, 8, 44_100).map((value) => 0.2 * value)], 44_100);

    const desk = openTestDesk(path.join(folder, 'desk'));
    const preset = { ...presetFor(['service-2'], path.join(folder, 'by desk')), loudness: -16, format };
    const { jobIds } = await desk.client.queue.add({ paths: [recording], preset, start: true });
    await waitForJob(desk.client, jobIds[0] ?? '', ({ state }) => state.kind === 'done');

    const words = ['--loudness', '-16', '--format', format];
    const result = await runCli(['restore', recording, ...placesIn(folder), ...words]);
    expect(result.status, result.stderr).toBe(0);

    const [byDesk, byTerminal] = [only(path.join(folder, 'by desk')), only(path.join(folder, 'out'))];
    expect(hashOf(byTerminal)).toBe(hashOf(byDesk));
    expect(Math.abs(measuredByFfmpeg(byDesk).loudness + 16)).toBeLessThanOrEqual(0.2);
  },
);
