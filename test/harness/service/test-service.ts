/** A service of a test's own: real HTTP, real SQLite, a folder that goes away, a clock that can be moved. */

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { Log, LogFields } from '../../../electron/platform/log.ts';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import { createMovableClock, type MovableClock } from '../../../electron/service/rehearsal/movable-clock.ts';
import { createService, type Service, type ServiceOptions } from '../../../electron/service/service.ts';
import { DEFAULT_PATHS } from '../../../shared/service-api/routes.ts';
import { createFakeEngine } from '../engine/fake-engine.ts';
import { checkAnswer } from './answer-check.ts';
import { checkedFetch } from './storage-check.ts';

// Whatever a test fetches of signed addresses has to be as the document says.
globalThis.fetch = checkedFetch(globalThis.fetch);

export const MIGRATIONS = path.resolve(import.meta.dirname, '../../../electron/service/migrations');

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'cleartake-service-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export function movableClock(): MovableClock {
  return createMovableClock(systemClock);
}

/** A log that keeps every line, to look for what must not be there. */
export function keptLog(): Log & { readonly lines: string[] } {
  const lines: string[] = [];
  const keep = (message: string, fields?: LogFields) => {
    lines.push(`${message} ${JSON.stringify(fields ?? {})}`);
  };
  return { lines, info: keep, warn: keep, error: keep };
}

export interface TestService extends Service {
  readonly adminKey: string;
  readonly apiKey: string;
  /** POSTs JSON with the scoped key, or with the given one; null sends none. */
  post(path: string, body: unknown, key?: string | null): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly body: any;
}

export async function startService(options: Partial<ServiceOptions> = {}): Promise<TestService> {
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDirectory: options.dataDirectory ?? (await temporaryFolder()),
    migrationsDirectory: MIGRATIONS,
    clock: systemClock,
    randomBytes,
    spawn: createFakeEngine().spawn,
    log: keptLog(),
    ...options,
  });
  onTestFinished(() => service.close());
  const { adminKey = '', apiKey = '' } = service.createdKeys ?? {};
  return {
    ...service,
    adminKey,
    apiKey,
    post: (route, body, key = apiKey) => postJson(`${service.baseUrl}${route}`, body, key),
  };
}

export async function postJson(url: string, body: unknown, key: string | null): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
    body: JSON.stringify(body),
  });
  const answer = await readAnswer(response);
  checkAnswer(url, answer);
  return answer;
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) };
}

type Post = TestService['post'];

/** A project with its medium uploaded. */
export async function uploadedProject(post: Post, bytes: Uint8Array | string, name = 'take 1.wav', key?: string) {
  const { body: project } = await post(
    DEFAULT_PATHS.createProject,
    { originalFileName: name, contentType: 'audio/wav' },
    key,
  );
  const response = await fetch(project.uploadUrl, {
    method: project.uploadMethod,
    headers: { 'content-type': project.contentType },
    body: bytes as BodyInit,
  });
  if (response.status !== 200) throw new Error(`The upload answered ${response.status}`);
  await response.arrayBuffer();
  return project as { apiProjectId: string; uploadUrl: string };
}

/** Polls until the generation is complete or failed. */
export async function settled(
  post: Post,
  ids: { apiProjectId: string; generationId: string },
  key?: string,
  timeoutMs = 20_000,
) {
  const { apiProjectId, generationId } = ids;
  const until = Date.now() + timeoutMs;
  while (Date.now() < until) {
    const { body } = await post(DEFAULT_PATHS.generationProgress, { apiProjectId, generationId }, key);
    if (body.status === 'complete' || body.status === 'failed') return body;
    await systemClock.sleep(20);
  }
  throw new Error('The generation did not end in time');
}
