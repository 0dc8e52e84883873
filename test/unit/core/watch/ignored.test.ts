import path from 'node:path';
import { expect, test } from 'vitest';
import { ignoring } from '../../../../electron/core/features/watch-folders/files/ignored.ts';

const ROOT = path.resolve('/shows/incoming');
const ignores = ignoring(ROOT, [path.join(ROOT, 'restored'), ROOT, path.dirname(ROOT), path.resolve('/elsewhere')]);

test.each([
  '.hidden.wav',
  '.cleartake-0190.part',
  '.take.wav.Xq3kf1',
  'day 1/.stversions/take.wav',
  '~$take.wav',
  '~syncthing~take.wav.tmp',
  '.syncthing.take.wav.tmp',
  '$RECYCLE.BIN/take.wav',
  'System Volume Information/take.wav',
  'day 1/@eaDir/take.wav',
  'restored',
  'restored/day 1/take (service-2).wav',
])('%s is left alone', (file) => {
  expect(ignores(path.join(ROOT, file))).toBe(true);
});

test.each(['take.wav', 'day 1/take.wav', 'restored 2/take.wav', 'a~$b.wav', ''])('“%s” is not', (file) => {
  expect(ignores(path.join(ROOT, file))).toBe(false);
});
