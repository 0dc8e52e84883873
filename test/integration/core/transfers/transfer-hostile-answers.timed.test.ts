import type { ServerResponse } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { createHttp, postJson } from '../../../../electron/core/api/http.ts';
import { undiciNetwork } from '../../../../electron/core/api/network.ts';
import { createServiceClient } from '../../../../electron/core/api/service-client.ts';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import { DEFAULT_PATHS } from '../../../../shared/service-api/routes.ts';
import { startStorage } from '../../../harness/remote/storage-host.ts';
import { createVirtualClock } from '../../../harness/time/virtual-clock.ts';

async function prepare(answer: (response: ServerResponse) => void) {
  const host = await startStorage((request, response) => {
    request.once('end', () => answer(response));
  });
  const http = createHttp(systemClock, undiciNetwork);
  onTestFinished(() => http.close());
  const access = { baseUrl: new URL(host.origin), key: 'key', headerStyle: 'bearer', paths: DEFAULT_PATHS } as const;
  return { host, http, client: createServiceClient(http, access) };
}

const json =
  (text: string, headers: Record<string, string> = {}, status = 200) =>
  (response: ServerResponse) =>
    void response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
const BOMB = Buffer.alloc(64 * 1024 * 1024, ' ');
const packed = (bytes: Buffer, encoding: string, status: number) => (response: ServerResponse) =>
  void response.writeHead(status, { 'content-encoding': encoding }).end(bytes);
const endless = (status: number) => (response: ServerResponse) => {
  response.writeHead(status);
  const more = () => {
    if (!response.destroyed) response.write(Buffer.alloc(65_536, ' '), () => setImmediate(more));
  };
  more();
};
const listing = (count: number) => `{"generations":[${`{"generationId":"a"},`.repeat(count - 1)}{"generationId":"a"}]}`;

test.each<readonly [string, (response: ServerResponse) => void, string]>([
  ['gzip', packed(gzipSync(BOMB), 'gzip', 200), 'serviceAnswerUnreadable'],
  ['deflate', packed(deflateSync(BOMB), 'deflate', 200), 'serviceAnswerUnreadable'],
  ['Brotli', packed(brotliCompressSync(BOMB.subarray(0, 1e6)), 'br', 200), 'serviceAnswerUnreadable'],
  ['gzip in gzip', packed(gzipSync(gzipSync(BOMB)), 'gzip, gzip', 200), 'serviceAnswerUnreadable'],
  ['a packed refusal', packed(gzipSync(BOMB), 'gzip', 401), 'keyRefused'],
  ['an answer without end', endless(200), 'serviceAnswerUnreadable'],
  ['a refusal without end', endless(404), 'serviceAnswerUnreadable'],
  ['a fault without end', endless(503), 'serviceFailed'],
  ['a listing of a million', json(listing(1_000_000)), 'serviceAnswerUnreadable'],
  ['a listing of three hundred thousand', json(listing(300_000)), 'serviceAnswerUnreadable'],
  ['a million levels', json('['.repeat(1_000_000)), 'serviceAnswerUnreadable'],
  ['four million numbers', json(`[${'1,'.repeat(4_000_000)}1]`), 'serviceAnswerUnreadable'],
  ['a key of megabytes', json(`{"${'a'.repeat(7_000_000)}":1}`), 'serviceAnswerUnreadable'],
  [
    'a flood of headers',
    json('{}', Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`x-${at}`, 'y'.repeat(100)]))),
    'serviceAnswerUnreadable',
  ],
  [
    'an id of megabytes',
    json(`{"generations":[{"generationId":"${'a'.repeat(1_000_000)}"}]}`),
    'serviceAnswerUnreadable',
  ],
  ['no HTTP', (response) => void response.socket?.end('220 mail.example.test ESMTP\r\n'), 'serviceUnreachable'],
])('%s is an error, and the loop goes on', async (_, answer, code) => {
  const { client } = await prepare(answer);
  const delay = monitorEventLoopDelay({ resolution: 5 });
  const before = process.memoryUsage.rss();
  delay.enable();
  const failure = await client.listGenerations('p').then(() => null, toCleartakeError);
  expect(failure?.code).toBe(code);
  delay.disable();
  // Wide: the host shares this process, and the machine may be busy. A million entries that are parsed take many times as long.
  expect(delay.max / 1e6).toBeLessThan(2000);
  expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1024 * 1024);
});

test('a listing of ten thousand is read', async () => {
  const { client } = await prepare(json(listing(10_000)));
  expect(await client.listGenerations('p')).toHaveLength(10_000);
});

test("a body of one byte a second is cut off by the call's deadline", async () => {
  const { host } = await prepare((response) => {
    response.writeHead(200);
    const drip = setInterval(() => response.write(' '), 5);
    response.once('close', () => clearInterval(drip));
  });
  const clock = createVirtualClock();
  const http = createHttp(clock, undiciNetwork);
  onTestFinished(() => http.close());
  const call = postJson(http, { url: new URL(host.origin), headers: {}, body: {}, deadlineMs: 60_000 });
  call.catch(() => undefined);
  while (host.requests.length === 0) await systemClock.sleep(5);
  await clock.advance(59_999);
  await clock.advance(1);
  await expect(call).rejects.toMatchObject({ code: 'serviceUnreachable' });
});

test.each(['"NaN"', '"0.5"', '1e999', '-1', '17', 'null', '{}', '[]'])(
  'progress of %s is no progress',
  async (value) => {
    const { client } = await prepare(
      json(`{"status":"processing","progress":${value},"stages":[{"name":"a","status":"b","progress":${value}}]}`),
    );
    const read = await client.progress('p', 'g');
    expect([read.status, read.progress]).toEqual(['processing', undefined]);
    for (const stage of read.stages) expect(stage.progress).toBe(0);
  },
);

test('requests are sent as given', async () => {
  const { client, host } = await prepare(json('{"generations":[]}'));
  await client.listGenerations('p');
  expect(host.requests[0]?.headers['accept-encoding']).toBe('identity');
});
