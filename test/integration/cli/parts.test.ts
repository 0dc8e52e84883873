import { mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { quoteCommand } from '../../../electron/hosts/cli/commands/restoring/quote.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { runHere } from '../../harness/cli/run-here.ts';

test('parts are named, and with --join quoted and restored as one recording', { tags: 'long' }, async () => {
  const folder = temporaryFolder();
  const [card, out, dataDir] = ['card', 'out', 'data'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(card);
  writeTone(path.join(card, 'ZOOM0007_LR.WAV'), { seconds: 2 });
  writeTone(path.join(card, 'ZOOM0007_LR-0002.WAV'), { seconds: 1, frequency: 500 });
  writeTone(path.join(card, 'ZOOM0008_LR.WAV'), { seconds: 1, frequency: 700 });
  const apart = await runHere(() => quoteCommand([card], { dataDir }));
  expect(apart.stdout + apart.stderr).toContain(
    'ZOOM0007_LR.WAV, ZOOM0007_LR-0002.WAV look like parts of one recording: `--join` makes one of them.',
  );
  expect(apart.stdout).toContain('3 recordings');
  const together = await runHere(() => quoteCommand([card], { dataDir, join: true }));
  expect(together.stdout).toContain('2 recordings, 0:04 of audio');
  const restored = await runHere(() => restoreCommand([card], { dataDir, out, join: true }));
  expect(restored).toMatchObject({ status: 0 });
  expect(readdirSync(out).sort()).toEqual(['ZOOM0007_LR (service-2).wav', 'ZOOM0008_LR (service-2).wav']);
});
