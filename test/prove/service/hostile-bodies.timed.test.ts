import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import {
  HOSTILE_BODIES,
  head,
  post,
  postChunked,
  sendRaw,
  type Target,
} from '../../harness/service/hostile-requests.ts';
import { type Fare, type MeasuredService, startMeasuredService } from '../../harness/service/measured-service.ts';
import { postJson } from '../../harness/service/test-service.ts';
import { depth } from '../depth.ts';

const MEBIBYTE = 1024 * 1024;
/** Of the processor's time: what other processes of this computer take is no stall of the service. */
const LONGEST_STALL_MS = 50;
/** About a quarter of what the bodies of one attack weigh: on a crowded machine a collection comes late. In the end all is given back. */
const MOST_PEAK_GROWTH = 128 * MEBIBYTE;
const MOST_GROWTH = 64 * MEBIBYTE;
/** Another process of this computer may hold the service up; what the service does to itself comes again every time. */
const ATTEMPTS = 3;

async function together(count: number, width: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const run = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: width }, run));
}

function statusOf(answer: string): number {
  return Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);
}

let service: MeasuredService;

beforeAll(async () => {
  service = await startMeasuredService({ callsPerMinute: 10_000_000, limits: { failedKeysPerMinute: 10_000_000 } });
  // Every path once, so that what is loaded and compiled at first use is there.
  const bodies = Object.values(HOSTILE_BODIES).map((make) => post(service, make()));
  await together(2 * bodies.length, 2, (index) => sendRaw(service.port, bodies[index % bodies.length] ?? ''));
  await together(300, 4, answersWell);
});

afterAll(() => service.stop());

async function answersWell(): Promise<void> {
  const { status, body } = await postJson(service.baseUrl + DEFAULT_PATHS.listProjects, {}, service.apiKey);
  expect([status, Array.isArray(body.projects)]).toEqual([200, true]);
}

/** The largest of the figures by its bound. */
function burdenOf({ turnMs, peakGrowth, growth }: Fare): number {
  return Math.max(turnMs / LONGEST_STALL_MS, peakGrowth / MOST_PEAK_GROWTH, growth / MOST_GROWTH);
}

/** The best of several attempts has to be within the bounds, and the service has to answer as ever. */
async function withstands(attack: () => Promise<void>): Promise<Fare> {
  let best: Fare | null = null;
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const fare = await service.during(attack);
    await answersWell();
    if (best === null || burdenOf(fare) < burdenOf(best)) best = fare;
    if (burdenOf(best) < 1) break;
  }
  if (best === null) throw new Error('There was no attempt');
  process.stderr.write(
    `stall ${best.turnMs.toFixed(1)} ms (${best.stallMs.toFixed(1)} ms by the clock), growth ${(best.peakGrowth / MEBIBYTE).toFixed(1)} MiB at most, ${(best.growth / MEBIBYTE).toFixed(1)} MiB in the end\n`,
  );
  expect(best.turnMs).toBeLessThan(LONGEST_STALL_MS);
  expect(best.peakGrowth).toBeLessThan(MOST_PEAK_GROWTH);
  expect(best.growth).toBeLessThan(MOST_GROWTH);
  return best;
}

test('hostile bodies neither block the service nor fill its memory', async () => {
  const refused = new Set<number>();
  const bodies = Object.entries(HOSTILE_BODIES).map(([, make]) => post(service, make()));
  await withstands(() =>
    together(depth(88, 440), 6, async (index) => {
      refused.add(statusOf(await sendRaw(service.port, bodies[index % bodies.length] ?? '')));
    }),
  );
  expect([...refused].sort()).toEqual([400, 413]);
});

test('bodies in tiny chunks, as a flood and in drips', async () => {
  const spaces = postChunked(service, '1\r\n \r\n'.repeat(MEBIBYTE + 10));
  const drips = async (index: number) => {
    const body = index % 2 === 0 ? spaces : postChunked(service, `8;${'x'.repeat(2000)}\r\n{"a":"bc\r\n`.repeat(400));
    await sendRaw(service.port, body, 500);
  };
  await withstands(() => together(8, 4, drips));
});

const STRANGE_REQUESTS: Readonly<Record<string, (target: Target) => string | Buffer>> = {
  'headers without end': ({ apiKey }) => `${head(apiKey)}${'X-A: b\r\n'.repeat(100_000)}`,
  'one very long header': ({ apiKey }) => `${head(apiKey)}X-A: ${'b'.repeat(MEBIBYTE)}\r\n\r\n`,
  'a very long address': () => `GET /${'a'.repeat(MEBIBYTE)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  'a query of many names': () =>
    `GET /storage/uploads/a?${'a=1&'.repeat(3500)} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`,
  'a length that is too long': (target) => post(target, '{}').toString().replace('Length: 2', 'Length: 200'),
  'a length that is too short': (target) => post(target, '{"a":1}').toString().replace('Length: 7', 'Length: 2'),
  'two lengths': (target) => post(target, '{}', 'Content-Length: 3\r\n'),
  'a length and chunks': (target) => post(target, '0\r\n\r\n', 'Transfer-Encoding: chunked\r\n'),
  'a negative length': (target) => post(target, '{}').toString().replace('Length: 2', 'Length: -2'),
  'a length beyond all numbers': (target) =>
    post(target, '{}')
      .toString()
      .replace('Length: 2', `Length: ${'9'.repeat(40)}`),
  'chunks of no size': (target) => postChunked(target, 'zz\r\n{}\r\n0\r\n\r\n'),
  'a chunk beyond all numbers': (target) => postChunked(target, `${'f'.repeat(20)}\r\n{}\r\n`),
  'no HTTP at all': () => Buffer.from(Array.from({ length: 4096 }, (_, index) => (index * 31) % 256)),
  'a wrong key': ({ apiKey }) => post({ port: 0, apiKey: `${apiKey}x` }, '{}'),
};

test('headers, lengths and lines that lie', async () => {
  const requests = Object.values(STRANGE_REQUESTS).map((make) => make(service));
  const answered = new Set<number>();
  await withstands(() =>
    together(depth(140, 1400), 16, async (index) => {
      answered.add(statusOf(await sendRaw(service.port, requests[index % requests.length] ?? '', 300)));
    }),
  );
  expect([...answered].every((status) => status < 500)).toBe(true);
});

test('thousands of requests in one breath', async () => {
  const breath =
    `POST /v1/list_projects HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${service.apiKey}\r\nContent-Length: 2\r\n\r\n{}`.repeat(
      5000,
    );
  const short = 'GET / HTTP/1.1\r\nHost:a\r\n\r\n'.repeat(20_000);
  await withstands(() => together(40, 4, (index) => sendRaw(service.port, index % 2 === 0 ? breath : short, 1000)));
});

const CONNECTIONS = depth(1000, 10_000);

test(`${CONNECTIONS} short connections`, async () => {
  const beginnings = ['', 'P', 'POST / HTTP/1.1\r\n', head(service.apiKey)];
  await withstands(() =>
    together(CONNECTIONS, 50, (index) => sendRaw(service.port, beginnings[index % beginnings.length] ?? '', 1)),
  );
});
