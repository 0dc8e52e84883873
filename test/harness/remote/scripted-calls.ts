/** The calls of a scripted service's API over its books: projects, listings, progress, addresses, and starts with their faults. */

import type { ServerResponse } from 'node:http';
import { systemClock } from '../../../electron/platform/time/clock.ts';
import type { ScriptedAnswer, ScriptedCall, ScriptedService, ServiceSettings } from './scripted-service.ts';

type Books = Pick<ScriptedService, 'startFaults' | 'projects' | 'generations' | 'startRequests'>;
type Body = Readonly<Record<string, unknown>>;
export type Send = (status: number, body: unknown, headers?: ScriptedAnswer['headers']) => void;

export const SIGNATURES = { upload: 's', download: 's' } as const;

const MODELS: Readonly<Record<string, string>> = {
  '/v1/service-2.0-generation': 'service-2',
  '/v1/service-3.5-generation': 'service-3.5',
};

export function createCalls(books: Books, settings: ServiceSettings, baseUrl: string) {
  const { faultOf, listingLagMs = 0, signatures = SIGNATURES, statusOf } = settings;
  const startsOf = new Map<string, number>();
  const later = new Set<Promise<void>>();

  async function answer(
    { path, key }: ScriptedCall,
    body: Record<string, unknown>,
    response: ServerResponse,
    send: Send,
  ): Promise<void> {
    const apiProjectId = String(body.apiProjectId);
    const model = MODELS[path];
    if (path === '/v1/create_project') createProject(body, send);
    else if (path === '/v1/list_projects') {
      const projects = books.projects.map((one) => ({
        apiProjectId: one.apiProjectId,
        originalFileName: one.recording,
      }));
      send(200, { projects });
    } else if (![...books.projects, ...books.generations].some((one) => one.apiProjectId === apiProjectId)) {
      send(404, { error: 'no such project' });
    } else if (model !== undefined) {
      books.startRequests.push({ path, body });
      await start(apiProjectId, model, faultOfStart(apiProjectId, model, key, body), response, send);
    } else if (path === '/v1/list_project_generations') list(apiProjectId, send);
    else answerOfGeneration(path, apiProjectId, body, send);
  }

  function createProject(body: Body, send: Send): void {
    const id = `project-${books.projects.length + 1}`;
    books.projects.push({
      apiProjectId: id,
      job: String(paramOf(body, 'job')),
      recording: String(body.originalFileName),
    });
    const uploadUrl = `${baseUrl}/upload/${id}?signature=${signatures.upload}`;
    // Wrapped, as some services do it: the client reads either form.
    send(201, { project: { apiProjectId: id, status: 'created', uploadUrl, uploadMethod: 'PUT' } });
  }

  function list(apiProjectId: string, send: Send): void {
    const shownUntil = systemClock.now() - listingLagMs;
    const generations = books.generations
      .filter((one) => one.apiProjectId === apiProjectId && (one.madeAt ?? 0) <= shownUntil)
      .map((one) => ({
        generationId: one.generationId,
        modelKey: one.modelKey,
        status: statusOf?.(one) ?? 'processing',
      }));
    send(200, { generations });
  }

  function answerOfGeneration(path: string, apiProjectId: string, body: Body, send: Send): void {
    const generation = books.generations.find(
      (one) => one.generationId === body.generationId && one.apiProjectId === apiProjectId,
    );
    if (generation === undefined) send(404, { error: 'no such generation' });
    else if (path === '/v1/get_generation_progress') {
      generation.polls += 1;
      const status = statusOf?.(generation) ?? (generation.polls > 1 ? 'complete' : 'humming');
      send(200, { progress: { status, progress: 0.5, error: generation.fails ? 'no' : null } });
    } else if (path === '/v1/get_generation_download') {
      const address = `${baseUrl}/download/${apiProjectId}/${generation.generationId}`;
      send(200, { downloadUrl: `${address}?signature=${signatures.download}` });
    } else send(404, { error: 'no such path' });
  }

  function faultOfStart(apiProjectId: string, model: string, key: string, body: Body) {
    const recording = books.projects.find((one) => one.apiProjectId === apiProjectId)?.recording ?? '';
    const name = `${recording} ${model}`;
    const nth = (startsOf.get(name) ?? 0) + 1;
    startsOf.set(name, nth);
    const attempt = String(paramOf(body, 'attempt'));
    return books.startFaults.shift() ?? faultOf?.({ recording, model, nth, attempt, key }) ?? null;
  }

  async function start(
    apiProjectId: string,
    modelKey: string,
    fault: ReturnType<typeof faultOfStart>,
    response: ServerResponse,
    send: Send,
  ): Promise<void> {
    switch (fault?.kind) {
      case 'answer':
        send(fault.status, fault.body, fault.headers);
        return;
      case 'drop-before':
        response.destroy();
        return;
      case 'late-commit':
        response.destroy();
        later.add(systemClock.sleep(fault.ms).then(() => void make(apiProjectId, modelKey, false)));
        return;
    }
    const generationId = make(apiProjectId, modelKey, fault?.kind === 'fails');
    const good = { generationId, apiProjectId, modelKey, status: 'queued' };
    if (fault?.kind === 'silence-after') return;
    if (fault?.kind === 'drop-after') response.destroy();
    else if (fault?.kind === 'status-after') send(fault.status, { error: 'scripted' });
    else if (fault?.kind === 'garbage-after') response.writeHead(200).end('<html>');
    else if (fault?.kind === 'truncated-after') {
      const text = JSON.stringify(good);
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      response.write(text.slice(0, text.length / 2), () => response.destroy());
    } else {
      if (fault?.kind === 'late-answer') await systemClock.sleep(fault.ms);
      send(200, good);
    }
  }

  function make(apiProjectId: string, modelKey: string, fails: boolean): string {
    const generationId = `generation-${books.generations.length + 1}`;
    books.generations.push({ generationId, apiProjectId, modelKey, madeAt: systemClock.now(), fails, polls: 0 });
    return generationId;
  }

  return { answer, settled: async () => void (await Promise.all(later)) };
}

function paramOf({ params }: Body, name: string): unknown {
  return (params as Body | undefined)?.[name];
}
