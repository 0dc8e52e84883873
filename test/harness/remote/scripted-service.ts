/** A small restoration service over real HTTP whose faults a test scripts. It gives back what was uploaded, and counts what it is paid for. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What happens to one start. `after`: the generation exists, but the answer does not arrive as it should. */
export type StartFault =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: unknown;
      readonly headers?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'drop-before' }
  | { readonly kind: 'drop-after' }
  /** No answer at all, for as long as the client waits. */
  | { readonly kind: 'silence-after' }
  | { readonly kind: 'status-after'; readonly status: number }
  | { readonly kind: 'garbage-after' };

interface Generation {
  readonly generationId: string;
  readonly apiProjectId: string;
  readonly modelKey: string;
  polls: number;
}

export interface ScriptedService {
  readonly baseUrl: string;
  /** Faults for the next starts, in their order; null, or none left, and the start succeeds. */
  readonly startFaults: (StartFault | null)[];
  /** Generations that exist, which is what the service would be paid for. */
  readonly generations: Generation[];
  /** Starts that arrived, whatever became of them. */
  readonly startRequests: { readonly path: string; readonly body: Record<string, unknown> }[];
  readonly uploads: { readonly bytes: number; readonly headers: IncomingMessage['headers'] }[];
  readonly downloads: { readonly headers: IncomingMessage['headers'] }[];
  /** Paths of calls whose key was not the right one. */
  readonly refused: string[];
  /** Answers calls of a path in the test's own way; null leaves it to the service. */
  override(
    path: string,
    answer: (body: Record<string, unknown>) => { readonly status: number; readonly body: unknown } | null,
  ): void;
  /** Calls of one path that fail with this status before the path works again. */
  failNext(path: string, status: number, times: number): void;
  close(): Promise<void>;
}

const KEY = 'scripted-key-0123456789';
export const SCRIPTED_KEY = KEY;

const MODELS: Readonly<Record<string, string>> = {
  '/v1/service-2.0-generation': 'service-2',
  '/v1/service-3.5-generation': 'service-3.5',
};

export async function startScriptedService(): Promise<ScriptedService> {
  const media = new Map<string, Buffer>();
  const failures = new Map<string, { status: number; times: number }>();
  const script: Omit<ScriptedService, 'baseUrl' | 'failNext' | 'override' | 'close'> = {
    startFaults: [],
    generations: [],
    startRequests: [],
    uploads: [],
    downloads: [],
    refused: [],
  };
  const overrides = new Map<string, Parameters<ScriptedService['override']>[1]>();
  let lastId = 0;
  const server = createServer((request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', baseUrl);
    const body = await readAll(request);
    if (url.pathname.startsWith('/upload/')) {
      script.uploads.push({ bytes: body.length, headers: request.headers });
      media.set(url.pathname.slice('/upload/'.length), body);
      response.writeHead(200).end();
      return;
    }
    if (url.pathname.startsWith('/download/')) {
      script.downloads.push({ headers: request.headers });
      const content = media.get(url.pathname.slice('/download/'.length)) ?? Buffer.alloc(0);
      response.writeHead(200, { 'content-length': content.length, 'content-type': 'audio/wav' }).end(content);
      return;
    }
    const failure = failures.get(url.pathname);
    if (failure !== undefined && failure.times > 0) {
      failure.times -= 1;
      send(response, failure.status, { error: 'scripted' });
      return;
    }
    if (request.headers.authorization !== `Bearer ${KEY}`) {
      script.refused.push(url.pathname);
      send(response, 401, { error: 'Missing or invalid API key' });
      return;
    }
    const given = JSON.parse(body.toString('utf8'));
    const own = overrides.get(url.pathname)?.(given) ?? null;
    if (own !== null) send(response, own.status, own.body);
    else call(url.pathname, given, response);
  }

  function call(path: string, body: Record<string, unknown>, response: ServerResponse): void {
    const projectId = String(body.apiProjectId);
    const model = MODELS[path];
    if (model !== undefined) {
      script.startRequests.push({ path, body });
      start(projectId, model, response);
    } else if (path === '/v1/create_project') {
      const apiProjectId = `project-${++lastId}`;
      // Wrapped, as some services do it: the client reads either form.
      send(response, 201, {
        project: {
          apiProjectId,
          status: 'created',
          uploadUrl: `${baseUrl}/upload/${apiProjectId}?signature=s`,
          uploadMethod: 'PUT',
        },
      });
    } else if (path === '/v1/list_project_generations') {
      const listed = script.generations.filter((one) => one.apiProjectId === projectId);
      send(response, 200, {
        generations: listed.map(({ generationId, modelKey }) => ({ generationId, modelKey, status: 'processing' })),
      });
    } else if (path === '/v1/get_generation_progress') {
      const generation = script.generations.find((one) => one.generationId === body.generationId);
      if (generation === undefined) send(response, 404, { error: 'unknown' });
      else {
        generation.polls += 1;
        send(response, 200, { progress: { status: generation.polls > 1 ? 'complete' : 'humming', progress: 0.5 } });
      }
    } else if (path === '/v1/get_generation_download')
      send(response, 200, { downloadUrl: `${baseUrl}/download/${projectId}?signature=s` });
    else send(response, 404, { error: 'no such path' });
  }

  function start(apiProjectId: string, modelKey: string, response: ServerResponse): void {
    const fault = script.startFaults.shift();
    if (fault?.kind === 'answer') {
      response
        .writeHead(fault.status, { 'content-type': 'application/json', ...fault.headers })
        .end(JSON.stringify(fault.body));
      return;
    }
    if (fault?.kind === 'drop-before') {
      response.destroy();
      return;
    }
    const generation = { generationId: `generation-${++lastId}`, apiProjectId, modelKey, polls: 0 };
    script.generations.push(generation);
    if (fault?.kind === 'silence-after') return;
    if (fault?.kind === 'drop-after') response.destroy();
    else if (fault?.kind === 'status-after') send(response, fault.status, { error: 'scripted' });
    else if (fault?.kind === 'garbage-after') response.writeHead(200).end('<html>');
    else send(response, 200, { generationId: generation.generationId, apiProjectId, modelKey, status: 'queued' });
  }

  return {
    ...script,
    baseUrl,
    override: (path, own) => {
      overrides.set(path, own);
    },
    failNext: (path, status, times) => {
      failures.set(path, { status, times });
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
