import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp, type TransferLimits } from '../../../../electron/core/api/http.ts';
import { undiciNetwork } from '../../../../electron/core/api/network.ts';
import { type DownloadRequest, downloadFile } from '../../../../electron/core/api/transfers/download-file.ts';
import { partialListPath } from '../../../../electron/core/api/transfers/partial-file.ts';
import { type Files, nodeFiles } from '../../../../electron/platform/files/files.ts';
import { type Clock, systemClock } from '../../../../electron/platform/time/clock.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { startStorage } from '../../../harness/remote/storage-host.ts';

const content = (seed: number) =>
  Buffer.alloc(9_000_000).map((_, index) => (index * seed + (index >> 10)) % 251) as Buffer;
const CONTENT = content(7);
const OTHER = content(11);
const TAG = '"one"';

type Desk = ReturnType<typeof prepare>;

function prepare(origin: string, limits?: () => TransferLimits, clock: Clock = systemClock) {
  const file = path.join(temporaryFolder(), 'download.part');
  const http = createHttp(clock, undiciNetwork, limits);
  onTestFinished(() => http.close());
  const state = { renewals: 0, gains: 0, file };
  const receive = (change: Partial<DownloadRequest> = {}, files: Files = nodeFiles) =>
    downloadFile(http, files, {
      url: new URL(`${origin}/down?signature=s`),
      renew: async () => new URL(`${origin}/down?signature=${++state.renewals}`),
      path: file,
      identity: 'generation-1 audio',
      mostBytes: 100_000_000,
      onProgress: () => undefined,
      onGained: () => {
        state.gains += 1;
      },
      signal: new AbortController().signal,
      ...change,
    });
  return { receive, state, content: () => readFileSync(file) };
}

/** Answers like a storage that knows ranges; `cutAt` ends the connection once so much of this answer is out. */
function serve(request: IncomingMessage, response: ServerResponse, bytes = CONTENT, tag = TAG, cutAt?: number): void {
  const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? Number.NaN);
  const isPart = Number.isFinite(from) && request.headers['if-range'] === tag;
  const body = isPart ? bytes.subarray(from) : bytes;
  response.writeHead(isPart ? 206 : 200, {
    etag: tag,
    'content-length': body.length,
    ...(isPart ? { 'content-range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` } : {}),
  });
  if (cutAt === undefined) response.end(body);
  else response.write(body.subarray(0, cutAt), () => request.socket.destroy());
}

/** Leaves the first part of the content behind, as a run that was ended. */
async function leaveBeginning(desk: Desk, bytes: number): Promise<void> {
  const stop = new AbortController();
  const onProgress = (received: number) => {
    if (received >= bytes) stop.abort(new DOMException('the end of a run', 'AbortError'));
  };
  await expect(desk.receive({ onProgress, signal: stop.signal })).rejects.toMatchObject({ name: 'AbortError' });
}

test('an interrupted download resumes in the same run', async () => {
  const storage = await startStorage((request, response, number) =>
    serve(request, response, CONTENT, TAG, number < 2 ? 3_000_000 : undefined),
  );
  const desk = prepare(storage.origin);
  expect(await desk.receive()).toEqual({ bytes: CONTENT.length, sha256: null });
  expect(desk.content().equals(CONTENT)).toBe(true);
  expect(storage.requests.map(({ headers }) => [headers.range !== undefined, headers['if-range']])).toEqual([
    [false, undefined],
    [true, TAG],
    [true, TAG],
  ]);
  expect(desk.state.gains).toBe(2);
});

test('another run resumes the download and requests nothing once it is complete', async () => {
  const storage = await startStorage((request, response) => serve(request, response));
  const desk = prepare(storage.origin);
  await leaveBeginning(desk, 5_000_000);
  await desk.receive();
  const from = Number(/\d+/.exec(storage.requests[1]?.headers.range ?? '')?.[0]);
  expect(from).toBeGreaterThanOrEqual(5_000_000);
  expect(desk.content().equals(CONTENT)).toBe(true);
  await desk.receive();
  expect(storage.requests).toHaveLength(2);
});

test('changed or different content is downloaded from the beginning', async () => {
  let current = { bytes: CONTENT, tag: TAG };
  const storage = await startStorage((request, response) => serve(request, response, current.bytes, current.tag));
  const desk = prepare(storage.origin);
  await leaveBeginning(desk, 5_000_000);
  current = { bytes: OTHER, tag: '"two"' };
  await desk.receive();
  expect(desk.content().equals(OTHER)).toBe(true);
  await desk.receive({ identity: 'generation-2 audio' });
  expect(storage.requests.at(-1)?.headers.range).toBeUndefined();
});

const LENGTH = CONTENT.length;

test.each<readonly [string, (response: ServerResponse, request: IncomingMessage) => void]>([
  ['gives the whole instead of a part', (response) => response.writeHead(200, { etag: TAG }).end(CONTENT)],
  ['gives a part that begins elsewhere', (response) => part(response, 1, LENGTH - 1, LENGTH)],
  ['gives a part of something longer', (response, request) => part(response, fromOf(request), LENGTH, LENGTH + 1)],
  ['gives a part that ends early', (response, request) => part(response, fromOf(request), LENGTH - 2, LENGTH)],
  ['gives a part without its range', (response) => response.writeHead(206, { etag: TAG }).end(OTHER)],
  [
    'gives a part with another tag',
    (response, request) => part(response, fromOf(request), LENGTH - 1, LENGTH, '"two"'),
  ],
  [
    'has nothing behind what is here, and another length',
    (response) => response.writeHead(416, { 'content-range': 'bytes */12' }).end(),
  ],
])('a storage that %s is asked for the whole', async (_, answerPart) => {
  const storage = await startStorage((request, response) => {
    if (request.headers.range === undefined) serve(request, response);
    else answerPart(response, request);
  });
  const desk = prepare(storage.origin);
  await leaveBeginning(desk, 5_000_000);
  await desk.receive();
  expect(desk.content().equals(CONTENT)).toBe(true);
});

test.each([
  ['a later date', { 'last-modified': 'Fri, 20 Nov 2026 12:34:56 GMT' }],
  ['another digest', { 'repr-digest': `sha-256=:${Buffer.alloc(32, 1).toString('base64')}:` }],
])('a storage without tags that goes on with %s is asked for the whole', async (_, now) => {
  const then = {
    'last-modified': 'Fri, 20 Nov 2026 10:00:00 GMT',
    'repr-digest': `sha-256=:${Buffer.alloc(32, 2).toString('base64')}:`,
  };
  let headers: Record<string, string> = then;
  const storage = await startStorage((request, response) => {
    const from = fromOf(request);
    response.writeHead(from > 0 ? 206 : 200, {
      'content-length': CONTENT.length - (from || 0),
      ...(from > 0 ? { 'content-range': `bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}` } : {}),
      ...headers,
    });
    response.end((headers === then ? CONTENT : OTHER).subarray(from || 0));
  });
  const desk = prepare(storage.origin);
  await leaveBeginning(desk, 5_000_000);
  headers = { ...then, ...now };
  await desk.receive();
  expect(desk.content().equals(OTHER)).toBe(true);
});

function fromOf(request: IncomingMessage): number {
  return Number(/\d+/.exec(request.headers.range ?? '')?.[0]);
}

function part(response: ServerResponse, first: number, last: number, total: number, tag = TAG): void {
  response.writeHead(206, { etag: tag, 'content-range': `bytes ${first}-${last}/${total}` });
  response.end(OTHER.subarray(first, last + 1));
}

test.each<readonly [string, (response: ServerResponse) => void]>([
  ['a page', (response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('Log in')],
  ['a page as a part', (response) => response.writeHead(206, { 'content-type': 'text/html' }).end('Log in')],
  ['a success without content', (response) => response.writeHead(204).end()],
  ['a success of another kind', (response) => response.writeHead(202).end('{}')],
])('%s instead of the rest leaves what came as it is', async (_, answerRest) => {
  let isOdd = true;
  const storage = await startStorage((request, response) => {
    if (request.headers.range === undefined || !isOdd) serve(request, response);
    else answerRest(response);
  });
  const desk = prepare(storage.origin);
  await leaveBeginning(desk, 5_000_000);
  await expect(desk.receive()).rejects.toMatchObject({ code: 'serviceAnswerUnreadable' });
  isOdd = false;
  await desk.receive();
  expect(Number(/\d+/.exec(storage.requests.at(-1)?.headers.range ?? '')?.[0])).toBeGreaterThanOrEqual(5_000_000);
  expect(desk.content().equals(CONTENT)).toBe(true);
});

test('a storage that always sends the wrong part does not occupy the desk forever', async () => {
  const storage = await startStorage((request, response) => {
    if (request.headers.range === undefined) serve(request, response, CONTENT, TAG, 2_000_000);
    else part(response, 0, 5, 6);
  });
  await expect(prepare(storage.origin).receive()).rejects.toMatchObject({ code: 'downloadDamaged' });
  expect(storage.requests.length).toBeLessThan(12);
});

test('an expired link is renewed without losing progress, at most three times in a row', async () => {
  const storage = await startStorage((request, response, number) => {
    const isFresh = request.url?.endsWith('=1') === true;
    if (number === 0) serve(request, response, CONTENT, TAG, 5_000_000);
    else if (isFresh) serve(request, response);
    else response.writeHead(403).end();
  });
  const desk = prepare(storage.origin);
  await desk.receive();
  expect(desk.state.renewals).toBe(1);
  expect(storage.requests.at(-1)?.headers.range).toBeDefined();
  expect(desk.content().equals(CONTENT)).toBe(true);

  const refusing = await startStorage((_, response) => response.writeHead(410).end());
  const refused = prepare(refusing.origin);
  await expect(refused.receive()).rejects.toMatchObject({ code: 'linkExpired' });
  expect([refused.state.renewals, refusing.requests.length]).toEqual([3, 4]);
});

test('a link about to expire is renewed before it is used again', async () => {
  const storage = await startStorage((request, response, number) =>
    serve(request, response, CONTENT, TAG, number === 0 ? 2_000_000 : undefined),
  );
  let later = 0;
  const desk = prepare(storage.origin, undefined, { ...systemClock, now: () => Date.now() + later });
  const onProgress = () => {
    later = 80_000;
  };
  const expires = Math.floor(Date.now() / 1000) + 100;
  await desk.receive({ url: new URL(`${storage.origin}/down?Expires=${expires}&Signature=s`), onProgress });
  expect(desk.state.renewals).toBe(1);
  expect(storage.requests.map(({ path: asked }) => asked)[1]).toBe('/down?signature=1');
});

const manyHeaders = Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`x-${index}`, 'y'.repeat(100)]));
const packed = (response: ServerResponse) =>
  response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000)));

test.each<readonly [string, (response: ServerResponse) => void, string]>([
  ['a packed body', packed, 'serviceAnswerUnreadable'],
  [
    'more than there can be',
    (response) => response.writeHead(200, { 'content-length': 200_000_000 }).flushHeaders(),
    'downloadDamaged',
  ],
  ['a flood of headers', (response) => response.writeHead(200, manyHeaders).end(), 'serviceAnswerUnreadable'],
  ['a fault with a body without end', (response) => endless(response.writeHead(500)), 'serviceFailed'],
  ['a body without end', (response) => endless(response.writeHead(200)), 'downloadDamaged'],
  [
    'a part that nobody asked for',
    (response) => response.writeHead(206, { 'content-range': 'bytes 0-1/2' }).end('ab'),
    'serviceAnswerUnreadable',
  ],
])('%s ends the download', async (_, answer, code) => {
  const storage = await startStorage((__, response) => answer(response));
  await expect(prepare(storage.origin).receive({ mostBytes: 20_000_000 })).rejects.toMatchObject({ code });
  expect(storage.requests).toHaveLength(1);
});

test.each([301, 302, 303, 307, 308])('a download is sent on by a %d and resumes behind it', async (status) => {
  let cutAt: number | undefined = 5_000_000;
  const region = await startStorage((request, response) => {
    serve(request, response, CONTENT, TAG, cutAt);
    cutAt = undefined;
  });
  const storage = await startStorage((_, response) =>
    response.writeHead(status, { location: `${region.origin}/region?signature=t` }).end('moved'),
  );
  const desk = prepare(storage.origin);
  await desk.receive();
  expect(desk.content().equals(CONTENT)).toBe(true);
  const ranges = (requests: typeof storage.requests) =>
    requests.map(({ headers }) => [headers.range !== undefined, headers['if-range']]);
  expect(ranges(region.requests)).toEqual([
    [false, undefined],
    [true, TAG],
  ]);
  expect(ranges(storage.requests)).toEqual(ranges(region.requests));
});

test('when a redirect leads to other content meanwhile, nothing of both is mixed', async () => {
  const regions = [
    await startStorage((request, response) => serve(request, response)),
    await startStorage((request, response) => serve(request, response, OTHER, '"two"')),
  ];
  let now = 0;
  const storage = await startStorage((_, response) =>
    response.writeHead(302, { location: `${regions[now]?.origin}/region` }).end(),
  );
  const desk = prepare(storage.origin);
  await leaveBeginning(desk, 5_000_000);
  now = 1;
  await desk.receive();
  expect(desk.content().equals(OTHER)).toBe(true);
  expect(regions[1]?.requests[0]?.headers['if-range']).toBe(TAG);
});

test('the sixth redirect in a row is not followed', async () => {
  const storage = await startStorage((request, response, number) => {
    if (request.url === '/hop5') serve(request, response);
    else response.writeHead(302, { location: number < 5 ? `/hop${number + 1}` : '/down' }).end();
  });
  await prepare(storage.origin).receive();
  expect(storage.requests.map(({ path: asked }) => asked).slice(1)).toEqual([
    '/hop1',
    '/hop2',
    '/hop3',
    '/hop4',
    '/hop5',
  ]);
  await expect(prepare(storage.origin).receive()).rejects.toMatchObject({ code: 'redirectRefused' });
  expect(storage.requests).toHaveLength(12);
});

test.each([
  'http://evil.test/steal',
  'ftp://127.0.0.1/a',
  'file:///etc/passwd',
  'https://user:word@evil.test/',
  'data:,x',
  'https://',
])('a redirect to %s is refused, and the error holds no signature', async (location) => {
  const storage = await startStorage((_, response) => response.writeHead(302, { location }).end());
  const failure = await prepare(storage.origin)
    .receive()
    .catch((thrown: Error) => thrown);
  expect(failure).toMatchObject({ code: 'unsafeAddress' });
  expect(`${(failure as Error).message}`).not.toMatch(/signature|word/);
  expect(storage.requests).toHaveLength(1);
});

function endless(response: ServerResponse): void {
  const more = () => {
    if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
  };
  more();
}

test('without disk space nothing is downloaded, and a disk that fills up keeps what arrived', async () => {
  const storage = await startStorage((request, response) => serve(request, response));
  const desk = prepare(storage.origin);
  const full: Files = { ...nodeFiles, freeBytes: async () => CONTENT.length + 64 * 1024 * 1024 - 1 };
  await expect(desk.receive({}, full)).rejects.toMatchObject({ code: 'diskFull' });
  expect(desk.content()).toHaveLength(0);

  let left = 6_000_000;
  const filling: Files = {
    ...nodeFiles,
    async write(file, keep) {
      const opened = await nodeFiles.write(file, keep);
      if (!file.endsWith('.part')) return opened;
      return {
        ...opened,
        async write(pieces) {
          for (const bytes of pieces) left -= bytes.length;
          if (left < 0) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
          await opened.write(pieces);
        },
      };
    },
  };
  await expect(desk.receive({}, filling)).rejects.toMatchObject({ code: 'diskFull' });
  await desk.receive();
  expect(storage.requests.at(-1)?.headers.range).toMatch(/^bytes=5[0-9]{6}-$/);
  expect(desk.content().equals(CONTENT)).toBe(true);
});

test("a server's digest is passed on, and the note beside the file holds no signature", async () => {
  const sha256 = createHash('sha256').update(CONTENT).digest('hex');
  const digest = `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
  const storage = await startStorage((request, response) => {
    response.setHeader('repr-digest', digest);
    serve(request, response);
  });
  const desk = prepare(storage.origin);
  expect(await desk.receive()).toEqual({ bytes: CONTENT.length, sha256 });
  const list = partialListPath(desk.state.file);
  expect(existsSync(list)).toBe(true);
  expect(readFileSync(list, 'utf8')).not.toContain('signature');
});

test('a limit applies to all downloads together, is shared evenly, and can be lifted meanwhile', async () => {
  let limit: number | null = 4_000_000;
  const storage = await startStorage((request, response) => serve(request, response, CONTENT.subarray(0, 3_000_000)));
  const desk = prepare(storage.origin, () => ({ uploadLimit: null, downloadLimit: limit }));
  const received = [0, 0];
  const began = performance.now();
  const both = [0, 1].map((index) =>
    desk.receive({
      path: `${desk.state.file}-${index}`,
      onProgress: (bytes) => {
        received[index] = bytes;
        if (bytes > 1_500_000) limit = null;
      },
    }),
  );
  await Promise.all(both);
  const seconds = (performance.now() - began) / 1000;
  expect(seconds).toBeGreaterThan(0.4);
  expect(received).toEqual([3_000_000, 3_000_000]);
});
