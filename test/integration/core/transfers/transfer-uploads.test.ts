import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp, type Http } from '../../../../electron/core/api/http.ts';
import { undiciNetwork } from '../../../../electron/core/api/network.ts';
import { type UploadRequest, uploadFile } from '../../../../electron/core/api/transfers/upload-file.ts';
import { nodeFiles } from '../../../../electron/platform/files/files.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts';
import { listen } from '../../../harness/remote/listen.ts';
import { type StoredRequest, startStorage } from '../../../harness/remote/storage-host.ts';

const CONTENT = Buffer.alloc(3_000_000).map((_, index) => (index * 7 + (index >> 9)) % 251) as Buffer;
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const DIGEST = `sha-256=:${Buffer.from(SHA256, 'hex').toString('base64')}:`;

function openHttp(): Http {
  const http = createHttp(systemClock, undiciNetwork);
  onTestFinished(() => http.close());
  return http;
}

function prepare(origin: string, change: Partial<UploadRequest> = {}, http = openHttp()) {
  const file = path.join(temporaryFolder(), 'take.wav');
  writeFileSync(file, CONTENT);
  const gains = { count: 0, unproven: 0 };
  const send = () =>
    uploadFile(http, nodeFiles, {
      url: new URL(`${origin}/up?signature=s`),
      method: 'PUT',
      contentType: 'audio/wav',
      path: file,
      contentHash: SHA256,
      isBegun: false,
      isOurs: false,
      onProgress: () => undefined,
      onGained: () => {
        gains.count += 1;
      },
      onUnproven: () => {
        gains.unproven += 1;
      },
      signal: new AbortController().signal,
      ...change,
    });
  return { send, gains };
}

const offset = (bytes: number, complete = false) => ({
  'upload-offset': String(bytes),
  'upload-complete': complete ? '?1' : '?0',
  ...(complete ? { 'repr-digest': DIGEST } : {}),
});

/** Ends the connection once so much of the body is there. */
function cutAfter(request: IncomingMessage, stored: StoredRequest, bytes: number): void {
  request.on('data', () => {
    if (stored.body.length >= bytes) request.socket.destroy();
  });
}

function whenWhole(request: IncomingMessage, answer: () => void): void {
  request.on('end', answer);
}

/** A storage that is cut off within the first attempt, and says how far it got. */
async function startCutStorage() {
  let kept: Uint8Array = Buffer.alloc(0);
  const storage = await startStorage((request, response, number, stored) => {
    if (request.method === 'HEAD') response.writeHead(200, offset(kept.length)).end();
    else if (number === 0) {
      cutAfter(request, stored, 1_000_000);
      request.socket.once('close', () => {
        kept = stored.body;
      });
    } else
      whenWhole(request, () => {
        kept = Buffer.concat([kept, stored.body]);
        response.writeHead(200, offset(kept.length, true)).end();
      });
  });
  return { storage, kept: () => kept };
}

test('an interrupted upload resumes where the storage says, and the storage gets the whole content', async () => {
  const { kept, storage } = await startCutStorage();
  const { send, gains } = prepare(storage.origin);
  await send();
  expect(CONTENT.equals(kept())).toBe(true);
  expect(gains.count).toBe(1);
  const [first, asked, rest] = storage.requests;
  expect(asked?.method).toBe('HEAD');
  const from = first?.body.length ?? 0;
  expect(rest?.headers['content-range']).toBe(`bytes ${from}-${CONTENT.length - 1}/${CONTENT.length}`);
  // A storage hears of digests only once it proved to know them.
  expect([first?.headers['repr-digest'], rest?.headers['repr-digest']]).toEqual([undefined, DIGEST]);
});

test.each<readonly [string, (response: ServerResponse) => void]>([
  ['answers HEAD without an offset', (response) => response.writeHead(200).end()],
  ['refuses HEAD', (response) => response.writeHead(403).end()],
  [
    'gives an offset without saying whether that is all',
    (response) => response.writeHead(200, { 'upload-offset': '9' }).end(),
  ],
  ['gives an offset beyond the end', (response) => response.writeHead(200, offset(CONTENT.length + 1)).end()],
  [
    'gives an offset that is no number',
    (response) => response.writeHead(200, { ...offset(1), 'upload-offset': '1e3' }).end(),
  ],
  [
    'calls something else complete',
    (response) => {
      const digest = DIGEST.replace(/:.{4}/, ':AAAA');
      response.writeHead(200, { ...offset(CONTENT.length, true), 'repr-digest': digest }).end();
    },
  ],
])('a storage that %s gets the whole content, to the same address', async (_, head) => {
  const storage = await startStorage((request, response) => {
    if (request.method === 'HEAD') head(response);
    else whenWhole(request, () => response.writeHead(200).end());
  });
  await prepare(storage.origin, { isBegun: true }).send();
  const put = storage.requests.at(-1);
  expect([put?.path, put?.headers['content-range'], put?.body.equals(CONTENT)]).toEqual([
    '/up?signature=s',
    undefined,
    true,
  ]);
});

test.each([
  ['takes a part for the whole', 200, {}],
  ['refuses the part', 400, {}],
  ['says of the part that it is not all', 200, offset(2_000_000)],
] as const)('a storage that %s gets the whole content anew', async (_, status, headers) => {
  const storage = await startStorage((request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, offset(1_000_000)).end();
    else
      whenWhole(request, () =>
        request.headers['content-range'] === undefined
          ? response.writeHead(200).end()
          : response.writeHead(status, headers).end(),
      );
  });
  await prepare(storage.origin, { isBegun: true }).send();
  const puts = storage.requests.filter(({ method }) => method === 'PUT');
  expect(puts.map(({ headers: sent, body }) => [sent['content-range'] === undefined, body.length])).toEqual([
    [false, 2_000_000],
    [true, CONTENT.length],
  ]);
});

test('a corrected offset is used; endless corrections are not', async () => {
  const corrected = await startStorage((request, response) => {
    if (request.method === 'HEAD') response.writeHead(200, offset(1_000_000)).end();
    else
      whenWhole(request, () =>
        request.headers['content-range']?.startsWith('bytes 1000000-')
          ? response.writeHead(409, offset(1_500_000)).end()
          : response.writeHead(200, offset(CONTENT.length, true)).end(),
      );
  });
  await prepare(corrected.origin, { isBegun: true }).send();
  expect(corrected.requests.at(-1)?.body.length).toBe(CONTENT.length - 1_500_000);
  for (const step of [-1, 1]) {
    const endless = await startStorage((request, response, number) => {
      if (request.method === 'HEAD') response.writeHead(200, offset(1_000_000)).end();
      else whenWhole(request, () => response.writeHead(409, offset(1_000_000 + number * step)).end());
    });
    await expect(prepare(endless.origin, { isBegun: true }).send()).rejects.toMatchObject({ code: 'uploadRefused' });
    expect(endless.requests.length).toBeLessThan(10);
  }
});

test('a complete upload is not sent again', async () => {
  const storage = await startStorage((_, response) => response.writeHead(200, offset(CONTENT.length, true)).end());
  await prepare(storage.origin, { isBegun: true }).send();
  expect(storage.requests.map(({ method }) => method)).toEqual(['HEAD']);
});

test('a storage that reports content other than what was sent is not believed', async () => {
  const storage = await startStorage((request, response) =>
    whenWhole(request, () => response.writeHead(200, { 'repr-digest': DIGEST.replace(/:.{4}/, ':AAAA') }).end()),
  );
  await expect(prepare(storage.origin).send()).rejects.toMatchObject({ code: 'uploadRefused' });
});

test.each([
  [403, 'uploadRefused'],
  [301, 'redirectRefused'],
  [303, 'redirectRefused'],
  [503, 'serviceFailed'],
  [429, 'serviceBusy'],
])('%d is %s, and an error body without end is not read to its end', async (status, code) => {
  let sent = 0;
  const storage = await startStorage((request, response) => {
    request.resume();
    response.writeHead(status, { location: 'http://127.0.0.1:9/' });
    const more = () => {
      sent += 65_536;
      if (!response.destroyed) response.write(Buffer.alloc(65_536), () => setImmediate(more));
    };
    more();
  });
  await expect(prepare(storage.origin).send()).rejects.toMatchObject({ code });
  expect(sent).toBeLessThan(64 * 1024 * 1024);
  expect(storage.requests).toHaveLength(1);
});

test.each([307, 308])('an upload is sent on by a %d, whole and by the same method', async (status) => {
  const region = await startStorage((request, response) => whenWhole(request, () => response.writeHead(200).end()));
  const storage = await startStorage((request, response) =>
    whenWhole(request, () => response.writeHead(status, { location: `${region.origin}/region?signature=t` }).end()),
  );
  await prepare(storage.origin).send();
  const [sent] = region.requests;
  expect([sent?.method, sent?.path, sent?.headers['content-type']]).toEqual([
    'PUT',
    '/region?signature=t',
    'audio/wav',
  ]);
  expect(sent?.body.equals(CONTENT)).toBe(true);
});

test('an upload that was sent on resumes where the storage behind the redirect says', async () => {
  const { kept, storage: region } = await startCutStorage();
  const storage = await startStorage((request, response) => {
    request.resume();
    response.writeHead(307, { location: `${region.origin}/region?signature=t` }).end();
  });
  await prepare(storage.origin).send();
  expect(Buffer.from(kept()).equals(CONTENT)).toBe(true);
  expect(region.requests.map(({ method }) => method)).toEqual(['PUT', 'HEAD', 'PUT']);
});

test('an interruption without progress is an ordinary failure', async () => {
  const storage = await startStorage((request, response, _number, stored) => {
    if (request.method === 'HEAD') response.writeHead(200, offset(0)).end();
    else cutAfter(request, stored, 100_000);
  });
  await expect(prepare(storage.origin).send()).rejects.toMatchObject({ code: 'serviceUnreachable' });
  expect(storage.requests).toHaveLength(2);
});

test.each<readonly [string, number, (request: IncomingMessage, response: ServerResponse) => void]>([
  ['refuses to tell', 1, (_, response) => response.writeHead(403).end()],
  ['tells nothing', 1, (_, response) => response.writeHead(200).end()],
  ['has nothing yet', 0, (_, response) => response.writeHead(200, offset(0)).end()],
  ['is at fault itself', 0, (_, response) => response.writeHead(503).end()],
  ['is not there', 0, (request) => request.socket.destroy()],
])('after a cut a storage that %s proves %d times that there is nothing to go on with', async (_, times, head) => {
  const storage = await startStorage((request, response, _number, stored) => {
    if (request.method === 'HEAD') head(request, response);
    else cutAfter(request, stored, 100_000);
  });
  const { send, gains } = prepare(storage.origin);
  await expect(send()).rejects.toMatchObject({ code: 'serviceUnreachable' });
  expect(gains).toEqual({ count: 0, unproven: times });
});

test.each([4096, 262_144])(
  'in pieces of %d bytes, to a storage that takes its time, the content arrives as it is',
  async (piece) => {
    const folder = temporaryFolder();
    const file = path.join(folder, 'long.wav');
    const content = Buffer.alloc(12_000_000).map((_, index) => (index * 7 + (index >> 11)) % 251);
    writeFileSync(file, content);
    const hash = createHash('sha256');
    const server = createServer((request, response) => {
      request.on('data', (chunk: Buffer) => {
        hash.update(chunk);
        request.pause();
        setTimeout(() => request.resume(), Math.random() < 0.05 ? 3 : 0);
      });
      request.on('end', () => response.writeHead(200).end());
    });
    const { close, origin } = await listen(server);
    onTestFinished(close);
    const inPieces = { ...openHttp(), uploads: { pieceBytes: () => piece, take: () => null } };
    await prepare(origin, { path: file, contentHash: null }, inPieces).send();
    expect(hash.digest('hex')).toBe(createHash('sha256').update(content).digest('hex'));
  },
);

test.each([
  { line: 'quick', pieceMs: 1, pieces: [256, 512, 256, 1024] },
  { line: 'steady', pieceMs: 100, pieces: [256, 256, 256, 256, 256] },
  { line: 'slow', pieceMs: 600, pieces: [256, 128, 64, 64, 64] },
])('a $line line is given pieces of the size that suits it', async ({ pieceMs, pieces }) => {
  const storage = await startStorage((request, response) => whenWhole(request, () => response.writeHead(200).end()));
  let now = 0;
  const monotonic = () => {
    now += pieceMs;
    return now;
  };
  const http = createHttp({ ...systemClock, monotonic }, undiciNetwork);
  onTestFinished(() => http.close());
  const told = [0];
  await prepare(storage.origin, { onProgress: (bytes) => told.push(bytes) }, http).send();
  const moved = told.slice(1).map((bytes, index) => (bytes - (told[index] as number)) / 1024);
  expect(moved.slice(0, pieces.length)).toEqual(pieces);
  expect(told.at(-1)).toBe(CONTENT.length);
});
