import { appendFileSync, mkdtempSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMediaHandler, type MediaPorts } from '../../../electron/hosts/common/media/media-handler.ts';
import { pcmAddress, tileAddress, uploadAddress } from '../../../shared/contract/page/media-addresses.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import type { EngineRequests } from '../../../shared/engine-api/messages.ts';
import { MOST_PCM_FRAMES } from '../../../shared/engine-api/pcm-messages.ts';

const BYTES = Uint8Array.from({ length: 600_000 }, (_, index) => index % 251);
const asked: { fromFrame: number; frames: number; sampleRate: number; minus?: unknown }[] = [];
const tiles: EngineRequests['tile']['params'][] = [];
let folder = '';
let filePath = '';

const ports: MediaPorts = {
  locateTake: (take) => {
    if (take === 'original:gone') return { filePath: null, peaksPath: filePath, indexPath: null, fileName: 'a.wav' };
    if (take === 'original:vanished') {
      return { filePath: `${filePath}.not`, peaksPath: null, indexPath: null, fileName: 'a.wav' };
    }
    if (take === 'difference:1') {
      const minus = { filePath: `${filePath}.second`, indexPath: 'second.index', differenceIndexPath: 'both.index' };
      return { filePath, peaksPath: filePath, indexPath: null, fileName: 'a.wav', minus };
    }
    if (take !== 'result:1') return null;
    return { filePath, peaksPath: filePath, indexPath: null, fileName: 'Zoë’s "take" 100%.flac' };
  },
  tile: async (params) => {
    tiles.push(params);
    return new Uint8Array(params.columns * params.rows).fill(7);
  },
  pcm: async ({ fromFrame, frames, sampleRate, minus }) => {
    asked.push({ fromFrame, frames, sampleRate, ...(minus === undefined ? {} : { minus }) });
    if (fromFrame === 13) throw new CleartakeError('engineCrashed');
    const samples = new Float32Array(frames * 2);
    for (let frame = 0; frame < frames; frame++) samples[frame * 2] = fromFrame + frame;
    return new Uint8Array(samples.buffer);
  },
  lag: async (take) => (take === 'difference:1' ? 480 : 0),
  loudness: async ({ fromFrame, frames, sampleRate }) => -fromFrame - frames / sampleRate,
  receiveUpload: async (fileName, body) => {
    if (fileName === 'too-big.wav') throw Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    let size = 0;
    for await (const chunk of body) size += chunk.byteLength;
    return `/library/${size}/${fileName}`;
  },
};
const presetFile: MediaPorts['presetFile'] = (id) =>
  id === 'gone' ? null : { fileName: `${id ?? 'all'} ü.json`, text: '{}' };
const media = createMediaHandler({ ...ports, presetFile });
const ask = (address: string, init?: RequestInit) => media(new Request(`http://127.0.0.1:1${address}`, init));
const file = (headers: Record<string, string> = {}, method = 'GET') =>
  ask('/media/file?take=result%3A1', { method, headers });

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-media-'));
  filePath = path.join(folder, 'stored.flac');
  writeFileSync(filePath, BYTES);
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a file arrives whole, with its type and its name', async () => {
  const answer = await file();
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('audio/flac');
  expect(answer.headers.get('content-length')).toBe('600000');
  expect(answer.headers.get('accept-ranges')).toBe('bytes');
  expect(answer.headers.get('content-disposition')).toBe(
    `attachment; filename="Zo__s _take_ 100_.flac"; filename*=UTF-8''Zo%C3%AB%E2%80%99s%20%22take%22%20100%25.flac`,
  );
  expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES)).toBe(true);
});

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=100-299999', 100, 299_999],
  ['bytes=599999-', 599_999, 599_999],
  ['bytes=-1000', 599_000, 599_999],
  ['bytes=599000-999999999', 599_000, 599_999],
])('the range %s', async (range, first, last) => {
  const answer = await file({ range });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe(`bytes ${first}-${last}/600000`);
  expect(answer.headers.get('content-length')).toBe(String(last - first + 1));
  expect(Buffer.from(await answer.arrayBuffer()).equals(BYTES.subarray(first, last + 1))).toBe(true);
});

test.each(['bytes=600000-', 'bytes=-0'])('the range %s cannot be had', async (range) => {
  const answer = await file({ range });
  expect(answer.status).toBe(416);
  expect(answer.headers.get('content-range')).toBe('bytes */600000');
});

test.each(['bytes=5-1', 'bytes=0-1,5-6', 'items=0-1', 'bytes=-', 'nonsense'])(
  '%s is answered with the whole file',
  async (range) => {
    const answer = await file({ range });
    expect(answer.status).toBe(200);
    await answer.body?.cancel();
  },
);

test('If-Range and If-None-Match go by the tag', async () => {
  const tag = (await file({}, 'HEAD')).headers.get('etag') ?? '';
  expect((await file({ 'if-none-match': `"other", W/${tag}` })).status).toBe(304);
  const same = await file({ range: 'bytes=0-1', 'if-range': tag });
  expect(same.status).toBe(206);
  await same.body?.cancel();
  for (const condition of ['"other"', `W/${tag}`, new Date().toUTCString()]) {
    const other = await file({ range: 'bytes=0-1', 'if-range': condition });
    expect(other.status).toBe(200);
    await other.body?.cancel();
  }
});

test('HEAD tells everything and sends nothing', async () => {
  const answer = await file({}, 'HEAD');
  expect(answer.headers.get('content-length')).toBe('600000');
  expect(answer.body).toBeNull();
});

test('a file that gets shorter while it is sent breaks the answer off', async () => {
  const shrinking = path.join(folder, 'shrinking.wav');
  writeFileSync(shrinking, BYTES);
  const handler = createMediaHandler({
    ...ports,
    locateTake: () => ({ filePath: shrinking, peaksPath: null, indexPath: null, fileName: 'a.wav' }),
  });
  const answer = await handler(new Request('http://h/media/file?take=x'));
  const reader = answer.body?.getReader();
  await reader?.read();
  truncateSync(shrinking, 10);
  await expect(reader?.read()).rejects.toMatchObject({ code: 'sourceChanged' });
});

test('a changed file has another tag', async () => {
  const growing = path.join(folder, 'growing.wav');
  writeFileSync(growing, 'one');
  const locate = () => ({ filePath: growing, peaksPath: null, indexPath: null, fileName: 'a.wav' });
  const handler = createMediaHandler({ ...ports, locateTake: locate });
  const tag = async () =>
    (await handler(new Request('http://h/media/file?take=x', { method: 'HEAD' }))).headers.get('etag');
  const before = await tag();
  appendFileSync(growing, 'two');
  expect(await tag()).not.toBe(before);
});

test('samples are asked for in parts that the engine can answer, as they are taken', async () => {
  asked.length = 0;
  const answer = await ask(pcmAddress('result:1', 1000, MOST_PCM_FRAMES * 2 + 5, 48_000));
  expect(answer.headers.get('content-length')).toBe(String((MOST_PCM_FRAMES * 2 + 5) * 8));
  expect(asked).toHaveLength(1);
  const samples = new Float32Array(await answer.arrayBuffer());
  expect(asked).toEqual([
    { fromFrame: 1000, frames: MOST_PCM_FRAMES, sampleRate: 48_000 },
    { fromFrame: 1000 + MOST_PCM_FRAMES, frames: MOST_PCM_FRAMES, sampleRate: 48_000 },
    { fromFrame: 1000 + MOST_PCM_FRAMES * 2, frames: 5, sampleRate: 48_000 },
  ]);
  for (const frame of [0, MOST_PCM_FRAMES - 1, MOST_PCM_FRAMES, MOST_PCM_FRAMES * 2 + 4]) {
    expect(samples[frame * 2]).toBe(1000 + frame);
  }
});

test('nothing more is asked for once nobody listens', async () => {
  asked.length = 0;
  const gone = new AbortController();
  const answer = await ask(pcmAddress('result:1', 0, MOST_PCM_FRAMES * 10, 48_000), { signal: gone.signal });
  const reader = answer.body?.getReader();
  await reader?.read();
  gone.abort();
  await expect(reader?.read()).rejects.toThrow();
  expect(asked).toHaveLength(1);
});

test('before the beginning there is silence to ask for', async () => {
  asked.length = 0;
  await (await ask(pcmAddress('result:1', -480, 480, 48_000))).arrayBuffer();
  expect(asked[0]).toMatchObject({ fromFrame: -480 });
});

test('of a difference there are samples, tiles and peaks, all with its lag, and no file', async () => {
  asked.length = 0;
  tiles.length = 0;
  const minus = { path: `${filePath}.second`, indexPath: 'second.index', lag: 480 };
  await (await ask(pcmAddress('difference:1', 0, 10, 48_000))).arrayBuffer();
  expect(asked).toEqual([{ fromFrame: 0, frames: 10, sampleRate: 48_000, minus }]);
  const window = { fromFrame: -5, frames: 1000, sampleRate: 44_100 };
  const grid = { columns: 10, rows: 20, scale: 'mel' } as const;
  const answer = await ask(tileAddress('difference:1', window, grid));
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(200).fill(7));
  const differenceIndexPath = 'both.index';
  expect(tiles).toEqual([{ path: filePath, indexPath: null, minus, differenceIndexPath, ...window, ...grid }]);
  expect((await ask('/media/peaks?take=difference:1')).status).toBe(200);
  expect((await ask('/media/file?take=difference:1')).status).toBe(404);
});

test.each([
  'from=0&frames=10&rate=48000&columns=0&rows=1&scale=mel',
  'from=0&frames=10&rate=48000&columns=2049&rows=1&scale=mel',
  'from=0&frames=10&rate=48000&columns=2048&rows=512&scale=mel',
  'from=0&frames=0&rate=48000&columns=1&rows=1&scale=mel',
  'from=0&frames=10&rate=1&columns=1&rows=1&scale=mel',
  'from=0&frames=10&rate=48000&columns=1&rows=1&scale=bark',
  'from=0&frames=10&rate=48000&columns=1&rows=1',
])('a tile of %s is refused before the engine is asked', async (query) => {
  tiles.length = 0;
  expect((await ask(`/media/tile?take=result:1&${query}`)).status).toBe(400);
  expect(tiles).toEqual([]);
});

test.each([
  '/media/pcm?take=result:1',
  '/media/pcm?take=result:1&from=0&frames=0&rate=48000',
  '/media/pcm?take=result:1&from=0&frames=480001&rate=48000',
  '/media/pcm?take=result:1&from=0&frames=1.5&rate=48000',
  '/media/pcm?take=result:1&from=0&frames=1e3&rate=48000',
  '/media/pcm?take=result:1&from=9999999999999999&frames=1&rate=48000',
  '/media/pcm?take=result:1&from=0&frames=1&rate=0',
  '/media/pcm?take=result:1&from=0&frames=1&rate=NaN',
  '/media/pcm?take=result:1&from=&frames=1&rate=48000',
])('%s is refused before the engine is asked', async (address) => {
  asked.length = 0;
  expect((await ask(address)).status).toBe(400);
  expect(asked).toEqual([]);
});

test.each([
  ['/media/file?take=unknown', 404, 'notFound'],
  ['/media/file', 404, 'notFound'],
  ['/media/else?take=result:1', 404, 'notFound'],
  ['/media/file?take=original:gone', 404, 'sourceMissing'],
  ['/media/file?take=original:vanished', 404, 'sourceMissing'],
  ['/media/peaks?take=original:vanished', 404, 'sourceMissing'],
  ['/media/pcm?take=result:1&from=13&frames=1&rate=48000', 500, 'engineCrashed'],
])('%s is answered %d with the sentence of %s', async (address, status, code) => {
  const answer = await ask(address);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toEqual({ code, userMessage: new CleartakeError(code as 'notFound').userMessage });
});

test('peaks of a recording that is gone are still there', async () => {
  const answer = await ask('/media/peaks?take=original:gone');
  expect(answer.status).toBe(200);
  expect((await answer.arrayBuffer()).byteLength).toBe(600_000);
});

test('an upload is streamed into the library', async () => {
  const answer = await ask(uploadAddress('Interview № 5.wav'), { method: 'POST', body: BYTES });
  expect(await answer.json()).toEqual({ path: '/library/600000/Interview № 5.wav' });
});

test.each([
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\ann\\take.wav', 'take.wav'],
  ['a\0b.wav', 'ab.wav'],
  ['Season 1/./interview.wav', 'Season 1/interview.wav'],
])('of the name %j only %s is taken', async (name, kept) => {
  const answer = await ask(uploadAddress(name), { method: 'POST', body: 'x' });
  expect(await answer.json()).toEqual({ path: `/library/1/${kept}` });
});

test.each(['', '..', '/', 'ü'.repeat(200)])('the name %j is refused', async (name) => {
  expect((await ask(uploadAddress(name), { method: 'POST', body: 'x' })).status).toBe(400);
});

test('a full disk is said with a sentence', async () => {
  const answer = await ask(uploadAddress('too-big.wav'), { method: 'POST', body: 'x' });
  expect(answer.status).toBe(507);
  expect(await answer.json()).toMatchObject({
    code: 'diskFull',
    userMessage: expect.stringContaining('Free some space'),
  });
});

test.each([
  ['/media/file?take=result:1', 'POST', 'GET, HEAD'],
  ['/media/pcm?take=result:1', 'DELETE', 'GET, HEAD'],
  ['/media/upload?name=a.wav', 'GET', 'POST'],
])('%s does not know %s', async (address, method, allow) => {
  const answer = await ask(address, { method });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('allow')).toBe(allow);
});

test('presets are saved as a file with their name, and unknown ones are not there', async () => {
  const one = await ask('/media/presets?id=a');
  expect(one.headers.get('content-disposition')).toContain("filename*=UTF-8''a%20%C3%BC.json");
  expect([one.status, one.headers.get('content-type'), await one.text()]).toEqual([200, 'application/json', '{}']);
  expect((await ask('/media/presets')).headers.get('content-disposition')).toContain('all');
  expect((await ask('/media/presets?id=gone')).status).toBe(404);
  expect((await createMediaHandler(ports)(new Request('http://127.0.0.1:1/media/presets'))).status).toBe(404);
});

test('the loudness of a passage is asked for within limits', async () => {
  const passage = (from: string, frames: number) =>
    ask(`/media/loudness?take=result%3A1&from=${from}&frames=${frames}&rate=48000`);
  expect(await (await passage('10', 96_000)).json()).toEqual({ loudness: -12 });
  for (const wrong of [passage('1.5', 96_000), passage('0', 0), passage('0', 48_000 * 1801)]) {
    expect((await wrong).status).toBe(400);
  }
});
