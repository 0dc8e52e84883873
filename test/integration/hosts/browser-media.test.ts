import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type BrowserServer, startBrowserServer } from '../../../electron/hosts/browser/server.ts';
import { createMediaHandler } from '../../../electron/hosts/common/media/media-handler.ts';
import { silentLog } from '../../../electron/platform/log.ts';
import { sessionHeaders } from '../../../shared/contract/page/browser-session.ts';
import { fileAddress, pcmAddress, uploadAddress } from '../../../shared/contract/page/media-addresses.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { openSession } from '../../harness/desk/browser-session.ts';
import { createFakeDesk } from '../../harness/fake-desk/fake-desk.ts';

const MIB = 1024 * 1024;
let folder = '';
let server: BrowserServer;
let headers: Record<string, string> = {};
/** What the upload's receiver saw. */
let received: { bytes: number; digest: string | null; ended: Promise<'whole' | 'cut'> };
let pcmAnswers = 0;
let receive: (fileName: string, body: ReadableStream<Uint8Array>) => Promise<string>;

async function receiveUpload(fileName: string, body: ReadableStream<Uint8Array>): Promise<string> {
  const digest = createHash('sha256');
  const { promise, resolve } = Promise.withResolvers<'whole' | 'cut'>();
  received = { bytes: 0, digest: null, ended: promise };
  try {
    for await (const chunk of body) {
      received.bytes += chunk.byteLength;
      digest.update(chunk);
    }
  } catch (failure) {
    resolve('cut');
    throw failure;
  }
  received.digest = digest.digest('hex');
  resolve('whole');
  return `/library/${fileName}`;
}

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'cleartake-media-'));
  writeFileSync(path.join(folder, 'long.wav'), Buffer.alloc(64 * MIB, 7));
  const media = createMediaHandler({
    locateTake: () => ({
      filePath: path.join(folder, 'long.wav'),
      peaksPath: null,
      indexPath: null,
      fileName: 'long.wav',
    }),
    pcm: async ({ frames }) => {
      pcmAnswers += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return new Uint8Array(frames * 8);
    },
    tile: async () => new Uint8Array(),
    receiveUpload: (name, body) => receive(name, body),
  });
  const { router } = createFakeDesk();
  server = await startBrowserServer({ desk: { router, media }, pageDirectory: folder, port: 0, log: silentLog });
  headers = { ...sessionHeaders(await openSession(server)), origin: server.origin };
});
beforeEach(() => {
  receive = receiveUpload;
  pcmAnswers = 0;
});
afterEach(() => expect(process.memoryUsage().rss).toBeLessThan(1024 * MIB));
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

test('a file is sent in ranges', async () => {
  const answer = await fetch(server.origin + fileAddress('x'), { headers: { ...headers, range: 'bytes=10-19' } });
  expect(answer.status).toBe(206);
  expect(answer.headers.get('content-range')).toBe(`bytes 10-19/${64 * MIB}`);
  expect((await answer.arrayBuffer()).byteLength).toBe(10);
});

test('HEAD tells the length and the next request on the same line is answered', async () => {
  const answer = await fetch(server.origin + fileAddress('x'), { method: 'HEAD', headers });
  expect(answer.headers.get('content-length')).toBe(String(64 * MIB));
  expect((await fetch(`${server.origin}/media/else?take=x`, { headers })).status).toBe(404);
});

test('an upload far over any limit for calls arrives whole, byte for byte', async () => {
  const bytes = Buffer.alloc(40 * MIB, 'restoration');
  const answer = await fetch(server.origin + uploadAddress('Müller.wav'), { method: 'POST', headers, body: bytes });
  expect(await answer.json()).toEqual({ path: '/library/Müller.wav' });
  expect(received).toMatchObject({ bytes: bytes.length, digest: createHash('sha256').update(bytes).digest('hex') });
});

test.each(['application/json', 'text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
  'a body of type %s is a recording like any other',
  async (type) => {
    const answer = await fetch(server.origin + uploadAddress('a.wav'), {
      method: 'POST',
      headers: { ...headers, 'content-type': type },
      body: '{"not": json',
    });
    expect(answer.status).toBe(200);
    expect(received.bytes).toBe(12);
  },
);

/** Declares ten MiB and sends the first. */
function beginUpload(name: string): ClientRequest {
  const declared = { ...headers, 'content-length': String(10 * MIB) };
  const sending = request(server.origin + uploadAddress(name), { method: 'POST', headers: declared });
  sending.on('error', () => undefined);
  sending.write(Buffer.alloc(MIB));
  return sending;
}

test('an upload that is cut off ends the receiving', async () => {
  const started = Promise.withResolvers<void>();
  receive = (name, body) => {
    started.resolve();
    return receiveUpload(name, body);
  };
  const sending = beginUpload('cut.wav');
  await started.promise;
  sending.destroy();
  expect(await received.ended).toBe('cut');
});

test('an upload that is refused half-way is answered with the sentence', async () => {
  receive = async (_name, body) => {
    await body.getReader().read();
    throw new CleartakeError('diskFull');
  };
  const sending = beginUpload('a.wav');
  const [answer] = await once(sending, 'response');
  expect(answer.statusCode).toBe(507);
  expect(answer.headers.connection).toBe('close');
  sending.destroy();
});

test('a page that goes away stops the engine from being asked', async () => {
  const gone = new AbortController();
  const address = server.origin + pcmAddress('x', 0, 480_000, 48_000);
  const answer = await fetch(address, { headers, signal: gone.signal });
  await answer.body?.getReader().read();
  gone.abort();
  await new Promise((resolve) => setTimeout(resolve, 50));
  const soonAfter = pcmAnswers;
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(pcmAnswers).toBe(soonAfter);
  expect(pcmAnswers).toBeLessThan(Math.ceil(480_000 / 32_768));
});

test('a page that does not take what it asked for holds no memory', async () => {
  const before = process.memoryUsage().arrayBuffers;
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => fetch(server.origin + fileAddress('x'), { headers })),
  );
  await new Promise((resolve) => setTimeout(resolve, 300));
  // Eight times 64 MiB would be here if the server read ahead of its readers.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * MIB);
  await Promise.all(answers.map((answer) => answer.body?.cancel()));
});
