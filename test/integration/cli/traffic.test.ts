import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../fixtures/temporary-folder.ts';
import { writeTone } from '../../fixtures/tone.ts';
import { startCli } from '../../harness/cli/run-cli.ts';
import { whyNoTrace } from '../../harness/system-calls.ts';
import {
  finishedLog,
  outsideOf,
  type ProcessTraffic,
  readTraffic,
  traceTraffic,
} from '../../harness/traffic/process-traffic.ts';

const noTrace = whyNoTrace();

beforeAll(() => {
  if (noTrace !== null) console.warn(`Skipped: ${noTrace}`);
});

async function watchRestore(folder: string, source: string): Promise<ProcessTraffic & { status: number | null }> {
  const log = path.join(folder, 'calls.log');
  const words = ['restore', source, '--out', path.join(folder, 'out'), '--data-dir', path.join(folder, 'data')];
  const { child, result } = startCli(words, { watcher: traceTraffic(log) });
  const { status } = await result;
  return { status, ...readTraffic(await finishedLog(log, child.pid ?? 0)) };
}

describe.skipIf(noTrace !== null)('a restoration at the terminal, without a connection', () => {
  test('stays on this computer', { tags: 'long' }, async () => {
    const folder = temporaryFolder();
    const source = path.join(folder, 'tone.wav');
    writeTone(source, { seconds: 2 });
    const { status, processes, contacts } = await watchRestore(folder, source);
    expect(status).toBe(0);
    expect(readdirSync(path.join(folder, 'out'))).toHaveLength(1);
    expect(processes).toEqual(expect.arrayContaining(['service.js', 'engine.js']));
    expect(outsideOf(contacts)).toEqual([]);
    expect(contacts.map(({ process, what }) => `${what} of ${process}`)).toContain('listener of service.js');
  });

  test.each([
    ['a playlist', 'talk.mp3', '#EXTM3U\n#EXTINF:5,\nhttp://192.0.2.1/a.mp3\n'],
    ['a list of parts', 'talk.wav', 'ffconcat version 1.0\nfile http://192.0.2.1/a.wav\n'],
    ['a session description', 'talk.m4a', 'v=0\nc=IN IP4 192.0.2.1\nm=audio 9 RTP/AVP 0\n'],
  ])('is not led away by %s', { tags: 'long' }, async (_name, name, content) => {
    const folder = temporaryFolder();
    const source = path.join(folder, name);
    writeFileSync(source, content);
    const { status, processes, contacts } = await watchRestore(folder, source);
    expect(status).toBe(1);
    expect(processes).toContain('engine.js');
    expect(outsideOf(contacts)).toEqual([]);
  });
});
