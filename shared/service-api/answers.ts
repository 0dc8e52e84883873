/** Answers of the service: what ours writes, and how a client reads those of any service. Reading is liberal, writing exact. */

import { z } from 'zod';

/** One stage of a generation's work. `progress` runs from 0 to 1. */
export interface JobStage {
  readonly name: string;
  readonly status: string;
  readonly progress: number;
}

export interface ErrorAnswer {
  readonly error: string;
  readonly code?: string;
  readonly [detail: string]: unknown;
}

/** Objects in which a service may wrap the fields that ours puts at the top level. */
const WRAPPERS = ['project', 'generation', 'progress', 'download'] as const;

const text = z.string().min(1);
/** Identifiers are opaque strings or numbers. They are stored for good, so their length is limited. */
const identifier = z.union([text.max(1024), z.int().transform(String)]);
const fraction = z.number().min(0).max(1);
const optionalText = text.optional().catch(undefined);

const createdProject = z.object({
  apiProjectId: identifier,
  uploadUrl: text,
  uploadMethod: text.catch('PUT'),
  contentType: optionalText,
});
const startedGeneration = z.object({ generationId: identifier, status: text.catch('queued') });
const stage = z.object({ name: text, status: text.catch('unknown'), progress: fraction.catch(0) });
const progress = z.object({
  status: text,
  progress: fraction.optional().catch(undefined),
  stages: z.array(stage).max(100).catch([]),
  error: z.string().nullable().catch(null),
  errorDetails: z
    .looseObject({ code: text.max(100).optional().catch(undefined) })
    .nullish()
    .catch(undefined),
});
const download = z.object({ downloadUrl: text });
// An entry without an identifier makes the whole listing unreadable: such a listing must not prove that something is absent.
const listedGeneration = z.object({
  generationId: identifier,
  status: text.catch('unknown'),
  modelKey: text.catch('unknown'),
  createdAt: optionalText,
});
/** How a listing says that it goes on. What can't be read makes it unreadable, like an entry without an identifier. */
const rest = { nextCursor: z.union([identifier, z.literal('')]).nullish(), hasMore: z.boolean().nullish() };
const listedGenerations = z.object({ generations: z.array(listedGeneration), ...rest });

// Some services return the parameters that a project was created with.
const echoed = z.object({ job: optionalText }).optional().catch(undefined);
const listedProject = z.object({
  apiProjectId: identifier,
  originalFileName: z.string().catch(''),
  params: echoed,
  uploadUrl: optionalText,
  uploadMethod: optionalText,
  contentType: optionalText,
});
const listedProjects = z.object({ projects: z.array(listedProject), ...rest });

export type CreatedProject = z.infer<typeof createdProject>;
export type ReadProgress = z.infer<typeof progress>;
export type ListedGeneration = z.infer<typeof listedGeneration>;
export type ListedProject = z.infer<typeof listedProject>;

/** Says whether a listing goes on. */
export type ListingRest = z.infer<z.ZodObject<typeof rest>>;

/** Readers return null when a required field is missing. */
export const readCreatedProject = reader(createdProject);
export const readStartedGeneration = reader(startedGeneration);
/** When progress is wrapped, the inner status is the generation's; an outer one may be the call's. */
export function readProgress(body: unknown): ReadProgress | null {
  const inside = asRecord(asRecord(body)?.progress);
  const isWrapped = inside !== null && typeof inside.status === 'string';
  return reader(progress)(isWrapped ? { ...(flatten(body) as object), ...inside } : body);
}
export const readDownload = reader(download);
export const readListedGenerations = reader(listedGenerations);
export const readListedProjects = reader(listedProjects);

/** Whether polling ends on this status: `complete`, `failed` and the events' `error`. */
export function isFinalStatus(status: string): boolean {
  return status === 'complete' || status === 'failed' || status === 'error';
}

/** The message and code of an error answer; both are empty for any other body. */
export function readError(body: unknown): { readonly message: string; readonly code: string } {
  const record = asRecord(body);
  const message = record?.error;
  const code = record?.code;
  return { message: typeof message === 'string' ? message : '', code: typeof code === 'string' ? code : '' };
}

/** Words in which services speak of download types. */
const KNOWN_TYPES = /\b(audio|mp3|wav|flac|m4a|aac|ogg|opus)\b/g;

/** Download types that a refusal names: in lists such as `downloadTypes` or `supported`, and in its message. */
export function readOfferedTypes(body: unknown): string[] {
  const lists = Object.entries(asRecord(body) ?? {}).flatMap(([name, value]) =>
    /type|format|available|supported|allowed/i.test(name) && Array.isArray(value) ? value : [],
  );
  const listed = lists.filter((one) => typeof one === 'string' && /^[\w.+-]{1,40}$/.test(one));
  return [...new Set<string>([...listed, ...(readError(body).message.toLowerCase().match(KNOWN_TYPES) ?? [])])];
}

function reader<Output>(schema: z.ZodType<Output>): (body: unknown) => Output | null {
  return (body) => schema.safeParse(flatten(body)).data ?? null;
}

/** Merges wrapped fields into the top level, where existing fields win. A numeric `progress` stays. */
function flatten(body: unknown): unknown {
  const top = asRecord(body);
  if (top === null) return body;
  const wrapped = WRAPPERS.map((name) => asRecord(top[name]) ?? {});
  const flat: Record<string, unknown> = Object.assign({}, ...wrapped);
  for (const [name, value] of Object.entries(top)) {
    const isWrapper = WRAPPERS.some((wrapper) => wrapper === name) && asRecord(value) !== null;
    if (!isWrapper) flat[name] = value;
  }
  return flat;
}

function asRecord(value: unknown): Record<string, unknown> | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : null;
}
