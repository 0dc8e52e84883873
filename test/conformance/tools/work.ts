/** Projects and generations, as a client makes them; the paths that the specification does not show can be named from outside. */

import { inject } from 'vitest';
import { must, post, type Reply, send } from './client.ts';
import { brokenMedium, wav } from './media.ts';

export const CREATE_PROJECT = process.env.CLEARTAKE_CONFORMANCE_CREATE_PROJECT_PATH ?? '/v1/create_project';
export const LIST_PROJECTS = process.env.CLEARTAKE_CONFORMANCE_LIST_PROJECTS_PATH ?? '/v1/list_projects';

export const START = {
  'service-2': '/v1/service-2.0-generation',
  'service-3.5': '/v1/service-3.5-generation',
} as const;
export type Model = keyof typeof START;
export const MODELS = ['service-2', 'service-3.5'] as const;
export const PROGRESS = '/v1/get_generation_progress';
export const DOWNLOAD = '/v1/get_generation_download';
export const LIST_GENERATIONS = '/v1/list_project_generations';

/** Whose key, and at which service: the scoped key of the first unless said otherwise. */
export interface Who {
  readonly key?: string;
  readonly baseUrl?: string;
}

export interface Project {
  readonly apiProjectId: string;
  readonly status: string;
  readonly originalFileName: string;
  readonly uploadUrl: string;
  readonly uploadMethod: string;
  readonly contentType: string;
}

export interface Ids {
  readonly apiProjectId: string;
  readonly generationId: string;
}

const keyOf = (who: Who) => who.key ?? inject('target').apiKey;

export function createProject(who: Who = {}, more: object = {}): Promise<Project> {
  const body = { originalFileName: 'take 1.wav', contentType: 'audio/wav', ...more };
  return must(CREATE_PROJECT, body, keyOf(who), who.baseUrl);
}

/** A project whose medium has been sent where its answer said, as it said. */
export async function uploadedProject(who: Who = {}, medium: Uint8Array = wav(1), more: object = {}): Promise<Project> {
  const project = await createProject(who, more);
  const { status } = await upload(project, medium);
  if (status < 200 || status > 299) throw new Error(`The upload answered ${status}`);
  return project;
}

export function upload(project: Project, medium: Uint8Array): Promise<Reply> {
  const { uploadUrl, uploadMethod, contentType } = project;
  return send(uploadUrl, { method: uploadMethod, headers: { 'content-type': contentType }, body: medium });
}

export function start(model: Model, apiProjectId: string, who: Who = {}, more: object = {}): Promise<Reply> {
  return post(START[model], { apiProjectId, ...more }, keyOf(who), who.baseUrl);
}

/** Polls until a final status, or until what it was charged led to a payment hold. @returns the last progress answer */
// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export async function settled(ids: Ids, who: Who = {}): Promise<any> {
  const { apiProjectId, generationId } = ids;
  const until = performance.now() + 45_000;
  while (performance.now() < until) {
    const reply = await post(PROGRESS, { apiProjectId, generationId }, keyOf(who), who.baseUrl);
    if (reply.status === 402) return reply.json;
    if (reply.status !== 200) throw new Error(`${PROGRESS} answered ${reply.status}: ${String(reply.json?.error)}`);
    const progress = reply.json;
    const status = progress.status ?? progress.progress?.status;
    if (status === 'complete' || status === 'failed') return progress;
    await pause(25);
  }
  throw new Error('The generation did not end in time');
}

/** A generation from nothing to its end. */
export async function restored(model: Model, who: Who = {}, medium?: Uint8Array): Promise<Ids> {
  const { apiProjectId } = await uploadedProject(who, medium);
  return restoredAgain(model, apiProjectId, who);
}

/** Another generation on a project that has its medium. */
export async function restoredAgain(model: Model, apiProjectId: string, who: Who = {}): Promise<Ids> {
  const { generationId } = await must(START[model], { apiProjectId }, keyOf(who), who.baseUrl);
  await settled({ apiProjectId, generationId }, who);
  return { apiProjectId, generationId };
}

/** One complete generation of each model on one project, made once for all rows that only look. */
export const sample = once(async () => {
  const { apiProjectId } = await uploadedProject();
  const [two, three] = await Promise.all(MODELS.map((model) => restoredAgain(model, apiProjectId)));
  if (two === undefined || three === undefined) throw new Error('Two models were restored');
  return { apiProjectId, 'service-2': two.generationId, 'service-3.5': three.generationId };
});

/** A generation that failed: its medium was no recording. */
export const failure = once(async () => {
  const { apiProjectId } = await uploadedProject({}, brokenMedium());
  return restoredAgain('service-2', apiProjectId);
});

/** Made at the first call, and the same afterward. */
export function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
