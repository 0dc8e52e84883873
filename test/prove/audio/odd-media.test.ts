import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { BOMBS } from '../../fixtures/odd-media/bombs.ts';
import { fuzzed } from '../../fixtures/odd-media/corpus.ts';
import { BLANKED, TRUNCATED } from '../../fixtures/odd-media/damaged.ts';
import { DISGUISED } from '../../fixtures/odd-media/disguised.ts';
import { LYING } from '../../fixtures/odd-media/lying.ts';
import { createOriginals, type OddMedium } from '../../fixtures/odd-media/odd-medium.ts';
import { STREAMS } from '../../fixtures/odd-media/streams.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { MOST_MEGABYTES, startEngine, tableOf, tryAll } from '../../harness/engine/odd-media-trial.ts';
import { listen } from '../../harness/remote/listen.ts';
import { someOf } from '../depth.ts';

/** The bench takes all; here are those that do not take many seconds, and of the alike ones a few. */
const SLOW = ['a million empty chunks.wav', 'five minutes of silence.flac'];
const DAMAGED = someOf(
  [...TRUNCATED, ...BLANKED].filter((_, index) => index % 3 === 0),
  6,
);

const originals = createOriginals(path.join(temporaryFolder('odd-originals', afterAll), 'originals'));

async function judge(media: readonly OddMedium[]): Promise<void> {
  const rows = await tryAll(media, originals, temporaryFolder('odd'));
  if (process.env.ODD_MEDIA_TABLE !== undefined) console.log(tableOf(rows));
  expect(rows).toHaveLength(media.length);
  const most = Math.max(...rows.map((row) => row.megabytes ?? 0));
  console.log(`${rows.length} odd files: the engine held ${most} MB at most, of ${MOST_MEGABYTES} that it may`);
  expect(rows.filter((row) => row.faults.length > 0)).toEqual([]);
}

test.skipIf(process.platform === 'win32').each([
  ['that are something else', DISGUISED],
  ['whose headers lie', LYING],
  ['that would become large or endless', BOMBS],
  ['that change on their way', STREAMS],
] as const)('files %s are restored, or refused with a sentence', (_kind, media) =>
  judge(
    someOf(
      media.filter(({ name }) => !SLOW.includes(name)),
      2,
    ),
  ),
);

test('damaged files are restored as far as they go, or refused with a sentence', { tags: 'long' }, () =>
  judge([...DAMAGED, ...someOf(fuzzed(1), 10)]),
);

test('no playlist makes the engine fetch anything', { tags: 'long' }, async () => {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls += 1;
    response.end(readFileSync(originals.at('take.wav')));
  });
  const { close, origin } = await listen(server);
  const url = `${origin}/take.wav`;
  const folder = temporaryFolder('odd');
  const engine = startEngine();
  try {
    for (const [name, text] of [
      ['a.m3u8', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${url}\n#EXT-X-ENDLIST\n`],
      ['a.mp3', `#EXTM3U\n#EXT-X-TARGETDURATION:10\n#EXTINF:10,\n${url}\n#EXT-X-ENDLIST\n`],
      ['a.ffconcat', `ffconcat version 1.0\nfile '${url}'\n`],
      ['a.wav', `ffconcat version 1.0\nfile '${url}'\n`],
    ] as const) {
      writeFileSync(path.join(folder, name), text);
      const probe = engine.client.request('probe', { path: path.join(folder, name) });
      await expect(probe, name).rejects.toMatchObject({ code: 'mediaNotRecognized' });
    }
    // A name is never an address, nor a list of one.
    mkdirSync(path.join(folder, 'concat:'));
    for (const name of [url, `concat:${url}`, `subfile,,start,0,end,9,,:${url}`]) {
      await expect(engine.client.request('probe', { path: name })).rejects.toMatchObject({ code: 'sourceMissing' });
    }
    expect(calls).toBe(0);
    // They are real ones: an FFmpeg that may use the network and unsafe names fetches each.
    for (const [name, ...options] of [['a.m3u8'], ['a.wav', '-safe', '0']] as const) {
      const before = calls;
      const input = ['-protocol_whitelist', 'file,http,tcp', ...options, '-i', path.join(folder, name)];
      // What it fetches need not please it.
      await promisify(execFile)('ffmpeg', ['-v', 'quiet', ...input, '-f', 'null', '-']).catch(() => undefined);
      expect(calls, name).toBeGreaterThan(before);
    }
  } finally {
    await engine.client.stop();
    await close();
  }
});
