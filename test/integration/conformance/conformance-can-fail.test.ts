/** The conformance suite against a service that is wrong in a dozen ways: the rows that say so must fail, and no other. */

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnService, startOwnService } from '../../conformance/setup/own-service.ts';
import { type Listening, listen } from '../../harness/remote/listen.ts';
import { makeReadyToPay } from '../../harness/service/ready-to-pay.ts';
import { answerWithFaults, FAULTS, type Fault, NO_PORTAL } from './conformance-faults.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
/** Rows that every fault leaves alone. */
const UNTOUCHED = [
  'POST /v1/api_keys/list · 200 · "Keys returned."',
  'POST /v1/api_keys/rotate · 400 · "keyId missing."',
  'API key metadata · list · label · string · "Stored key label."',
  'Authentication 1 · "X-Api-Key: <API_KEY>"',
];

let service: OwnService;
let folder: string;
const fronts: Listening[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'cleartake-can-fail-'));
  service = await startOwnService({
    callsPerMinute: 1_000_000,
    limits: { failedKeysPerMinute: 1_000_000 },
    prices: { 'service-2': 1, 'service-3.5': 1 },
  });
  await makeReadyToPay(service.baseUrl, service.adminKey);
});

afterAll(async () => {
  for (const { close } of fronts) await close();
  await service.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Stands before the service with these faults; without any it is transparent. */
async function startFront(faults: readonly Fault[]): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', async () => {
      const { url = '/', method = 'GET', headers } = request;
      const call = { url, method, headers, body: Buffer.concat(chunks).toString('utf8') };
      const answer = await answerWithFaults(service.baseUrl, call, faults);
      response.writeHead(answer.status, answer.headers).end(answer.text);
    });
  });
  const front = await listen(server);
  fronts.push(front);
  return front.origin;
}

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly status: string }[];
  }[];
}

interface Run {
  /** What became of the named rows, by title. */
  readonly results: ReadonlyMap<string, string>;
  readonly printed: string;
}

async function conform(baseUrl: string, titles: readonly string[]): Promise<Run> {
  const outputFile = path.join(folder, `${crypto.randomUUID()}.json`);
  const pattern = titles.map((title) => title.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')).join('|');
  const words = ['run', '--config', 'test/vitest.config.ts', '--project', 'conformance', '-t', `(${pattern})$`];
  const { PATH, HOME } = process.env;
  const env = {
    PATH,
    HOME,
    CLEARTAKE_CONFORMANCE_BASE_URL: baseUrl,
    CLEARTAKE_CONFORMANCE_ADMIN_KEY: service.adminKey,
    CLEARTAKE_CONFORMANCE_API_KEY: service.apiKey,
  };
  const printed = await new Promise<string>((resolve) => {
    const command = [VITEST, ...words, '--reporter', 'default', '--reporter', 'json', '--outputFile', outputFile];
    execFile(process.execPath, command, { cwd: ROOT, env, maxBuffer: 2 ** 26 }, (_, stdout) => resolve(stdout));
  });
  const report: Report = JSON.parse(await readFile(outputFile, 'utf8'));
  const results = report.testResults.flatMap(({ assertionResults }) => assertionResults);
  const named = results.filter(({ title }) => titles.includes(title));
  return { results: new Map(named.map(({ title, status }) => [title, status])), printed };
}

const MUST_FAIL = FAULTS.flatMap(({ rows }) => rows);
const TITLES = [...MUST_FAIL, ...UNTOUCHED];

test('every row that the faults touch holds for the service itself', { tags: 'long' }, async () => {
  const { results } = await conform(await startFront([]), TITLES);
  expect([...results].filter(([, status]) => status !== 'passed')).toEqual([]);
  expect(results.size).toBe(TITLES.length);
});

test(`${FAULTS.length} kinds of wrong answers make the rows fail that speak of them, and no other`, {
  tags: 'long',
}, async () => {
  const { results, printed } = await conform(await startFront(FAULTS), TITLES);
  for (const { kind, rows } of FAULTS) {
    for (const row of rows) expect(results.get(row), `${kind}: ${row}`).toBe('failed');
  }
  for (const row of UNTOUCHED) expect(results.get(row), row).toBe('passed');
  for (const secret of [service.adminKey, service.apiKey]) expect(printed).not.toContain(secret);
});

test('without a portal the rows that need it are skipped, by name and with the reason, and the others hold', {
  tags: 'long',
}, async () => {
  const [plain = '', ...others] = UNTOUCHED.filter((title) => !title.startsWith('API key metadata'));
  const rotated = 'POST /v1/api_keys/rotate · 200 · "Scoped key rotated."';
  const { results, printed } = await conform(await startFront([NO_PORTAL]), [plain, ...others, rotated]);
  expect(results.get(rotated)).toBe('skipped');
  for (const title of [plain, ...others]) expect(results.get(title), title).toBe('passed');
  expect(printed).toContain(`not shown here: ${rotated}: it needs keys`);
});
