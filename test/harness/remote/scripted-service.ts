/** A small restoration service over real HTTP: it keeps its own books of what it is paid for, and fails as its settings or a test say. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listen } from './listen.ts';
import { createCalls, type Send, SIGNATURES } from './scripted-calls.ts';
import type { FaultOf, StartFault } from './start-faults.ts';

export interface ScriptedProject {
  readonly apiProjectId: string;
  /** `params.job` of the request. */
  readonly job: string;
  readonly recording: string;
}

/** A generation that exists, which is what the service is paid for. */
export interface ScriptedGeneration {
  readonly generationId: string;
  readonly apiProjectId: string;
  readonly modelKey: string;
  readonly madeAt?: number;
  readonly fails?: boolean;
  polls: number;
}

export interface ScriptedAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ScriptedCall {
  readonly path: string;
  readonly key: string;
}

export interface ServiceSettings {
  /** Null accepts every key. */
  readonly key?: string | null;
  /** Answers a call itself, before anything happens; null leaves it to the service. */
  readonly refuse?: (call: ScriptedCall, body: Record<string, unknown>) => ScriptedAnswer | null;
  /** Signatures that transfer addresses carry, and must carry. */
  readonly signatures?: { readonly upload: string; readonly download: string };
  /** Decides about starts for which `startFaults` holds nothing. */
  readonly faultOf?: FaultOf;
  /** Milliseconds until listings show a new generation. */
  readonly listingLagMs?: number;
  /** The status of a generation wherever it is told. By default it is complete at the second poll. */
  readonly statusOf?: (generation: ScriptedGeneration) => string;
  /** The content of a result. By default what was uploaded to the project. */
  readonly resultOf?: (generationId: string) => string;
  /** Changes an answer of the API before it is sent. */
  readonly reshape?: (call: ScriptedCall, answer: ScriptedAnswer) => ScriptedAnswer;
}

export interface ScriptedService {
  readonly baseUrl: string;
  /** Faults for the next starts, in order; null lets a start succeed. */
  readonly startFaults: (StartFault | null)[];
  /** To put the service back to an earlier state, replace the content of both arrays. */
  readonly projects: ScriptedProject[];
  readonly generations: ScriptedGeneration[];
  /** Starts that arrived, whether or not they made a generation. */
  readonly startRequests: { readonly path: string; readonly body: Record<string, unknown> }[];
  readonly uploads: { readonly bytes: number; readonly headers: IncomingMessage['headers'] }[];
  readonly downloads: { readonly headers: IncomingMessage['headers'] }[];
  /** Paths of calls with a wrong key. */
  readonly refused: string[];
  projectOf(generation: ScriptedGeneration): ScriptedProject | undefined;
  /** Answers calls of a path in the test's own way; null leaves it to the service. */
  override(path: string, answer: (body: Record<string, unknown>) => ScriptedAnswer | null): void;
  /** Calls of one path that fail with this status before the path works again. */
  failNext(path: string, status: number, times: number): void;
  /** Resolves when no generation is left to be made later. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const SCRIPTED_KEY = 'scripted-key-0123456789';

export async function startScriptedService(settings: ServiceSettings = {}): Promise<ScriptedService> {
  const { key: rightKey = SCRIPTED_KEY, signatures = SIGNATURES } = settings;
  const media = new Map<string, Buffer>();
  const failures = new Map<string, { status: number; times: number }>();
  const overrides = new Map<string, Parameters<ScriptedService['override']>[1]>();
  const script = {
    startFaults: [] as ScriptedService['startFaults'],
    projects: [] as ScriptedProject[],
    generations: [] as ScriptedGeneration[],
    startRequests: [] as ScriptedService['startRequests'][number][],
    uploads: [] as ScriptedService['uploads'][number][],
    downloads: [] as ScriptedService['downloads'][number][],
    refused: [] as string[],
  };
  const server = createServer({ keepAliveTimeout: 60_000 }, (request, response) => {
    void answer(request, response).catch(() => response.destroy());
  });
  const { close, origin: baseUrl } = await listen(server);

  const calls = createCalls(script, settings, baseUrl);

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { headers } = request;
    const url = new URL(request.url ?? '/', baseUrl);
    const body = await readAll(request);
    if (/^\/(up|down)load\//.test(url.pathname)) {
      transfer(url, request, body, response);
      return;
    }
    const called = { path: url.pathname, key: String(headers.authorization).replace(/^Bearer /, '') };
    const send: Send = (...plain) => sendJson(response, settings.reshape, called, plain);
    const failure = failures.get(url.pathname);
    const refusal = settings.refuse?.(called, JSON.parse(body.toString('utf8') || '{}')) ?? null;
    if (refusal !== null) send(refusal.status, refusal.body, refusal.headers);
    else if (failure !== undefined && failure.times > 0) {
      failure.times -= 1;
      send(failure.status, { error: 'scripted' });
    } else if (rightKey !== null && headers.authorization !== `Bearer ${rightKey}`) {
      script.refused.push(url.pathname);
      send(401, { error: 'Missing or invalid API key' });
    } else {
      const given = JSON.parse(body.toString('utf8') || '{}');
      const own = overrides.get(url.pathname)?.(given) ?? null;
      if (own !== null) send(own.status, own.body, own.headers);
      else await calls.answer(called, given, response, send);
    }
  }

  function transfer({ pathname, searchParams }: URL, request: IncomingMessage, body: Buffer, response: ServerResponse) {
    const { headers, method } = request;
    const [, kind, id = '', generationId = ''] = pathname.split('/');
    const isUpload = kind === 'upload';
    if (searchParams.get('signature') !== signatures[isUpload ? 'upload' : 'download']) response.writeHead(403).end();
    else if (method !== (isUpload ? 'PUT' : 'GET')) response.writeHead(405).end();
    else if (isUpload) {
      script.uploads.push({ bytes: body.length, headers });
      media.set(id, body);
      response.writeHead(200).end();
    } else {
      script.downloads.push({ headers });
      const content = Buffer.from(settings.resultOf?.(generationId) ?? media.get(id) ?? '');
      response.writeHead(200, { 'content-length': content.length, 'content-type': 'audio/wav' }).end(content);
    }
  }

  return {
    ...script,
    baseUrl,
    projectOf: ({ apiProjectId }) => script.projects.find((one) => one.apiProjectId === apiProjectId),
    override: (path, own) => void overrides.set(path, own),
    failNext: (path, status, times) => void failures.set(path, { status, times }),
    settled: calls.settled,
    close,
  };
}

function sendJson(
  response: ServerResponse,
  reshape: ServiceSettings['reshape'],
  call: ScriptedCall,
  [plainStatus, plainBody, plainHeaders = {}]: Parameters<Send>,
): void {
  const plain = { status: plainStatus, body: plainBody, headers: plainHeaders };
  const { status, body, headers } = reshape?.(call, plain) ?? plain;
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}
