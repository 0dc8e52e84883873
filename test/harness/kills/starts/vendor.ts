/** A restoration service without any means against a second start: it makes and bills what it is asked for, and keeps its own books. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../../../electron/platform/time/clock.ts';
import type { FateOf } from './faults.ts';

/** Listings show a generation so long after it was made, in milliseconds. */
const LISTING_LAG_MS = 30;

export const VENDOR_KEY = 'vendor-key-0123456789';

/** A generation that was made, and paid. */
export interface Paid {
  readonly id: string;
  readonly projectId: string;
  /** As the client named the job when it made the project. */
  readonly job: string;
  readonly model: string;
  readonly at: number;
  polls: number;
}

export interface Vendor {
  readonly baseUrl: string;
  readonly paid: readonly Paid[];
  /** Starts that arrived. */
  readonly starts: () => number;
  /** Resolves when nothing is left that would be made later. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

interface Project {
  readonly job: string;
  readonly recording: string;
}

const MODELS: Readonly<Record<string, string>> = {
  '/v1/service-2.0-generation': 'service-2',
  '/v1/service-3.5-generation': 'service-3.5',
};

/** @param onStart told of each start as it arrives, with the attempt's id that the client sent along */
export async function openVendor(
  fateOf: FateOf,
  onStart: (attempt: string) => void = () => undefined,
): Promise<Vendor> {
  const projects = new Map<string, Project>();
  const paid: Paid[] = [];
  const startsOf = new Map<string, number>();
  const later = new Set<Promise<void>>();
  let starts = 0;
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [, room = '', id = ''] = new URL(request.url ?? '/', baseUrl).pathname.split('/');
    const body = await readAll(request);
    if (room === 'upload') response.writeHead(request.method === 'PUT' ? 200 : 405).end();
    else if (room === 'download') response.writeHead(200, { 'content-type': 'audio/wav' }).end(resultOf(id));
    else if (request.headers.authorization !== `Bearer ${VENDOR_KEY}`) send(response, 401, { error: 'no such key' });
    else await call(request.url ?? '', JSON.parse(body.toString('utf8')), response);
  }

  async function call(path: string, body: Record<string, unknown>, response: ServerResponse): Promise<void> {
    const projectId = String(body.apiProjectId);
    const project = projects.get(projectId);
    const generation = paid.find((one) => one.id === body.generationId);
    const model = MODELS[path];
    if (path === '/v1/create_project') {
      const apiProjectId = `p${projects.size + 1}`;
      const params = body.params as { readonly job?: unknown } | undefined;
      projects.set(apiProjectId, { job: String(params?.job), recording: String(body.originalFileName) });
      const uploadUrl = `${baseUrl}/upload/${apiProjectId}?signature=s`;
      send(response, 200, { apiProjectId, status: 'created', uploadUrl, uploadMethod: 'PUT' });
    } else if (project === undefined) send(response, 404, { error: 'no such project' });
    else if (model !== undefined) {
      onStart(String((body.params as { readonly attempt?: unknown } | undefined)?.attempt));
      await start(projectId, project, model, response);
    } else if (path === '/v1/list_project_generations') {
      const seen = paid.filter((one) => one.projectId === projectId && one.at + LISTING_LAG_MS <= systemClock.now());
      const generations = seen.map((one) => ({ generationId: one.id, modelKey: one.model, status: 'processing' }));
      send(response, 200, { generations });
    } else if (generation?.projectId !== projectId) send(response, 404, { error: 'no such generation' });
    else if (path === '/v1/get_generation_progress') {
      generation.polls += 1;
      send(response, 200, { generationId: generation.id, status: generation.polls > 1 ? 'complete' : 'processing' });
    } else send(response, 200, { downloadUrl: `${baseUrl}/download/${generation.id}?signature=s` });
  }

  function make(projectId: string, { job }: Project, model: string): Paid {
    const one = { id: `g${paid.length + 1}`, projectId, job, model, at: systemClock.now(), polls: 0 };
    paid.push(one);
    return one;
  }

  async function start(projectId: string, project: Project, model: string, response: ServerResponse): Promise<void> {
    const name = `${project.recording} ${model}`;
    const nth = (startsOf.get(name) ?? 0) + 1;
    startsOf.set(name, nth);
    starts += 1;
    const fate = fateOf(project.recording, model, nth);
    switch (fate.kind) {
      case 'drop-before':
        response.destroy();
        return;
      case '500-before':
        send(response, 500, { error: 'nothing was done' });
        return;
      case '429':
        send(response, 429, { error: 'too many requests' });
        return;
      case 'late-commit':
        response.destroy();
        later.add(systemClock.sleep(fate.ms).then(() => void make(projectId, project, model)));
        return;
    }
    const { id } = make(projectId, project, model);
    const good = JSON.stringify({ generationId: id, apiProjectId: projectId, modelKey: model, status: 'queued' });
    if (fate.kind === 'drop-after') response.destroy();
    else if (fate.kind === '500-after') send(response, 500, { error: 'it was done all the same' });
    else if (fate.kind === 'truncated') {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': good.length });
      response.write(good.slice(0, good.length / 2), () => response.destroy());
    } else {
      if (fate.kind === 'late-answer') await systemClock.sleep(fate.ms);
      response.writeHead(200, { 'content-type': 'application/json' }).end(good);
    }
  }

  return {
    baseUrl,
    paid,
    starts: () => starts,
    settled: async () => void (await Promise.all(later)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** What a generation is as a file: it can be told from every other. */
export function resultOf(generationId: string): string {
  return `result of ${generationId}`;
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
