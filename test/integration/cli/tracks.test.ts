/** `--track` in the terminal: what is restored, quoted and left out of files with several audio tracks. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { quoteCommand } from '../../../electron/hosts/cli/commands/restoring/quote.ts';
import { restoreCommand } from '../../../electron/hosts/cli/commands/restoring/restore.ts';
import { packetHash } from '../../fixtures/audio/tagged.ts';
import { toldTracks, trackFile } from '../../fixtures/audio/track-files.ts';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { runHere as run } from '../../harness/cli/run-here.ts';
import { scriptedService } from '../../harness/desk/scripted-stage.ts';
import { SCRIPTED_KEY } from '../../harness/remote/scripted-service.ts';

const TWO = [
  { sound: 'voice', title: 'Host' },
  { sound: 'tone', title: 'Guest', language: 'deu' },
] as const;

/** The second of three tracks has a codec that nobody knows. */
function withOddTrack(folder: string): string {
  const file = path.join(folder, 'odd.mp4');
  const bytes = readFileSync(trackFile(folder, 'mp4'));
  const box = bytes.indexOf('esds', bytes.indexOf('esds') + 4);
  bytes.write('apac', bytes.lastIndexOf('mp4a', box));
  bytes.write('free', box);
  writeFileSync(file, bytes);
  return file;
}

async function openService() {
  const service = await scriptedService();
  const folder = temporaryFolder();
  const { baseUrl } = service;
  const words = { baseUrl, price: { 'service-2': 500 }, dataDir: path.join(folder, 'data') } as const;
  const out = path.join(folder, 'out');
  const restore = (file: string, track?: string) => {
    const chosen = track === undefined ? {} : { track };
    return run(() => restoreCommand([file], { ...words, out, ...chosen }), SCRIPTED_KEY);
  };
  const quote = (file: string, track?: string) => {
    const chosen = track === undefined ? {} : { track };
    return run(() => quoteCommand([file], { ...words, ...chosen, json: true }), SCRIPTED_KEY);
  };
  return { folder, out, quote, restore, service };
}

afterEach(() => {
  vi.unstubAllEnvs();
});

test('every track is quoted, restored and delivered, and the other one stays', { tags: 'long' }, async () => {
  const { folder, out, quote, restore, service } = await openService();
  const file = trackFile(folder, 'm4a', TWO, 2, 'talk.m4a');
  expect(JSON.parse((await quote(file)).stdout)).toMatchObject({ recordings: 1, amount: 60 * 500 });
  expect(JSON.parse((await quote(file, 'all')).stdout)).toMatchObject({ recordings: 2, amount: 2 * 60 * 500 });
  expect((await restore(file, 'all')).status).toBe(0);
  expect(readdirSync(out).sort()).toEqual(['talk – Guest (service-2).m4a', 'talk – Host (service-2).m4a']);
  for (const [name, kept] of [
    ['talk – Guest (service-2).m4a', '0:a:0'],
    ['talk – Host (service-2).m4a', '0:a:1'],
  ] as const) {
    const made = path.join(out, name);
    expect(toldTracks(made)).toEqual(toldTracks(file));
    expect(packetHash(made, kept)).toBe(packetHash(file, kept));
  }
  // By language, from history.
  const again = await restore(file, 'de');
  expect(again).toMatchObject({ status: 0, stderr: expect.stringContaining('not paid again') });
  expect(service.generations).toHaveLength(2);
  expect(JSON.parse((await quote(file, 'all')).stdout)).toMatchObject({ reusable: 2 });
});

test('a track that can’t be decoded, and one that isn’t there, are named, and the others go on', {
  tags: 'long',
}, async () => {
  const { folder, out, restore, service } = await openService();
  const file = withOddTrack(folder);
  const told = await restore(file, 'all');
  expect(told.status).toBe(1);
  expect(told.stderr).toContain('Track 2 of 3: Desktop, deu can’t be restored.');
  expect(readdirSync(out)).toEqual(['odd (service-2).mp4']);
  const none = await restore(file, 'Guest');
  expect(none).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('None of its 3 tracks has the title or language “Guest”.'),
  });
  expect(service.generations).toHaveLength(1);
});
