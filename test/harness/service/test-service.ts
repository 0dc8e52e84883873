/** A service for one test: real HTTP, real SQLite, a folder that goes away, a clock that can be moved. */

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
import { makeReadyToPay } from './ready-to-pay.ts';
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

export interface ServiceCalls {
  /** POSTs JSON with the scoped key, or with the given one; null sends none. */
  post(path: string, body: unknown, key?: string | null): Promise<Answer>;
  /** A project that has no medium yet. */
  createProject(key?: string): Promise<TestProject>;
  /** A project with its medium uploaded. */
  uploadedProject(bytes: Uint8Array | string, name?: string, key?: string): Promise<TestProject>;
  /** Polls until the generation is complete or failed, or its charge led to a payment hold. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  settled(ids: { apiProjectId: string; generationId: string }, key?: string, timeoutMs?: number): Promise<any>;
}

export interface TestProject {
  readonly apiProjectId: string;
  readonly uploadUrl: string;
}

export interface TestService extends Service, ServiceCalls {
  readonly adminKey: string;
  readonly apiKey: string;
  readonly dataDirectory: string;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever came
  readonly body: any;
}

/** @param readyToPay false leaves the account of a service with prices as its first start made it */
export async function startService(
  options: Partial<ServiceOptions> = {},
  keys = { adminKey: '', apiKey: '' },
  { readyToPay = true } = {},
): Promise<TestService> {
  const dataDirectory = options.dataDirectory ?? (await temporaryFolder());
  const service = await createService({
    host: '127.0.0.1',
    port: 0,
    dataDirectory,
    migrationsDirectory: MIGRATIONS,
    clock: systemClock,
    randomBytes,
    spawn: createFakeEngine().spawn,
    log: keptLog(),
    ...options,
  });
  onTestFinished(() => service.close());
  const { adminKey, apiKey } = { ...keys, ...service.createdKeys };
  const isPriced = Object.values(options.configuration?.prices ?? {}).some((price) => price > 0);
  if (readyToPay && isPriced && service.createdKeys !== null) await makeReadyToPay(service.baseUrl, adminKey);
  return { ...service, ...createCalls(service.baseUrl, apiKey), adminKey, apiKey, dataDirectory };
}

/** Starts a service in the folder of an earlier one, whose keys are still the ones to call it with. */
export function startAgain(earlier: TestService, options: Partial<ServiceOptions> = {}): Promise<TestService> {
  return startService({ dataDirectory: earlier.dataDirectory, ...options }, earlier);
}

/** What tests ask of a service, with a key unless they name another. */
export function createCalls(baseUrl: string, apiKey: string): ServiceCalls {
  const post: ServiceCalls['post'] = (route, body, key = apiKey) => postJson(`${baseUrl}${route}`, body, key);
  return {
    post,
    createProject: (key) => createProject(post, 'take 1.wav', key),
    async uploadedProject(bytes, name = 'take 1.wav', key = apiKey) {
      const project = await createProject(post, name, key);
      const headers = { 'content-type': project.contentType };
      const response = await fetch(project.uploadUrl, {
        method: project.uploadMethod,
        headers,
        body: bytes as BodyInit,
      });
      if (response.status !== 200) throw new Error(`The upload answered ${response.status}`);
      await response.arrayBuffer();
      return project;
    },
    async settled({ apiProjectId, generationId }, key = apiKey, timeoutMs = 20_000) {
      const until = Date.now() + timeoutMs;
      while (Date.now() < until) {
        const { body } = await post(DEFAULT_PATHS.generationProgress, { apiProjectId, generationId }, key);
        if (['complete', 'failed'].includes(body.status) || body.code === 'paymentFailed') return body;
        await systemClock.sleep(20);
      }
      throw new Error('The generation did not end in time');
    },
  };
}

async function createProject(post: ServiceCalls['post'], originalFileName: string, key?: string) {
  return (await post(DEFAULT_PATHS.createProject, { originalFileName, contentType: 'audio/wav' }, key)).body;
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
