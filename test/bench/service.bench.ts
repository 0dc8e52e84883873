/** How much of a bare web server's speed is left when the service authenticates, limits, reads and answers a poll. */

import { readFileSync } from 'node:fs';
import path from 'node:path';
import autocannon from 'autocannon';
import { DEFAULT_PATHS } from '../../shared/service-api/routes.ts';
import { writeTone } from '../fixtures/tone.ts';
import { startServer } from '../harness/load/processes.ts';
import type { Bench } from './bench.ts';

const ROUNDS = 7;
const SECONDS = 3;
/** Until the compiler of V8 has done its work. */
const WARM_UP_SECONDS = 5;
const CONNECTIONS = 20;

interface Target {
  readonly baseUrl: string;
  readonly key: string;
  readonly body: string;
}

export const bench: Bench = {
  measures:
    'Requests a second on get_generation_progress by a bare Fastify route answering the same bytes, each in a process of its own, median of seven alternating rounds',
  unit: '× bare Fastify',
  target: 0.5,
  better: 'higher',
  run: async (folder) => {
    const service = await startServer<{ baseUrl: string; apiKey: string }>('real-service.ts', [
      path.join(folder, 'data'),
    ]);
    try {
      const { baseUrl, apiKey: key } = service.told;
      const ids = await finishedGeneration(folder, baseUrl, key);
      const body = JSON.stringify(ids);
      const answer = await (await call(baseUrl, DEFAULT_PATHS.generationProgress, body, key)).text();
      const bare = await startServer<{ baseUrl: string }>('bare-fastify.ts', [
        DEFAULT_PATHS.generationProgress,
        answer,
      ]);
      try {
        return await compare({ baseUrl, key, body }, { baseUrl: bare.told.baseUrl, key, body });
      } finally {
        await bare.stop();
      }
    } finally {
      await service.stop();
    }
  },
};

async function compare(service: Target, bare: Target) {
  for (const target of [service, bare]) await load(target, WARM_UP_SECONDS);
  const rounds: { service: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    // Whatever else the machine does meets both alike.
    const first = round % 2 === 0 ? service : bare;
    const one = await load(first, SECONDS);
    const other = await load(first === service ? bare : service, SECONDS);
    rounds.push(first === service ? { service: one, bare: other } : { service: other, bare: one });
  }
  return {
    value: median(rounds.map((round) => round.service / round.bare)),
    details: {
      servicePerSecond: Math.round(median(rounds.map((round) => round.service))),
      barePerSecond: Math.round(median(rounds.map((round) => round.bare))),
      connections: CONNECTIONS,
      rounds: ROUNDS,
      secondsEach: SECONDS,
    },
  };
}

/** Requests a second. @throws Error when one is not answered with 200 */
async function load({ baseUrl, key, body }: Target, seconds: number): Promise<number> {
  const result = await autocannon({
    url: `${baseUrl}${DEFAULT_PATHS.generationProgress}`,
    method: 'POST',
    connections: CONNECTIONS,
    duration: seconds,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
    body,
  });
  if (result.non2xx > 0 || result.errors > 0) throw new Error(`${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.total / result.duration;
}

/** A project with a second of sound, restored. */
async function finishedGeneration(folder: string, baseUrl: string, key: string) {
  const file = path.join(folder, 'tone.wav');
  writeTone(file, { seconds: 1 });
  const ask = async (route: string, asked: unknown) => (await call(baseUrl, route, JSON.stringify(asked), key)).json();
  const project = await ask(DEFAULT_PATHS.createProject, { originalFileName: 'tone.wav', contentType: 'audio/wav' });
  const uploaded = await fetch(project.uploadUrl, {
    method: project.uploadMethod,
    headers: { 'content-type': project.contentType },
    body: readFileSync(file),
  });
  if (!uploaded.ok) throw new Error(`The upload answered ${uploaded.status}`);
  const { apiProjectId, generationId } = await ask(DEFAULT_PATHS.startGeneration['service-2'], {
    apiProjectId: project.apiProjectId,
  });
  for (;;) {
    const { status } = await ask(DEFAULT_PATHS.generationProgress, { apiProjectId, generationId });
    if (status === 'complete') return { generationId, apiProjectId };
    if (status === 'failed') throw new Error('The generation failed');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function call(baseUrl: string, route: string, body: string, key: string): Promise<Response> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${key}` };
  return fetch(`${baseUrl}${route}`, { method: 'POST', headers, body });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
