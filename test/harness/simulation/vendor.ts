/**
 * A restoration service in memory that knows nothing of the desk and keeps its own books: what was uploaded, what was started, what it
 * gave back, and what it bills. Its time is the world's own, whatever the desk's clock shows.
 */

import type { Draw } from './draw.ts';
import { makeMedium, readMedium } from './media.ts';
import { hashOf } from './virtual-disk.ts';

export const ORIGIN = 'https://api.vendor.example';
export const STORAGE = 'https://storage.vendor.example';
export const KEY = 'vendor-key-0123456789abcdef';
/** Micro-USD a second. */
export const PRICES = { 'service-2': 1000, 'service-3.5': 3000 } as const;
export type VendorPrices = Readonly<Record<keyof typeof PRICES, number>>;
const MODELS: Readonly<Record<string, keyof typeof PRICES>> = {
  '/v1/service-2.0-generation': 'service-2',
  '/v1/service-3.5-generation': 'service-3.5',
};
const LINK_MS = 2 * 60 * 60_000;

export interface VendorRequest {
  readonly method: string;
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface VendorAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
}

export interface VendorGeneration {
  readonly id: string;
  readonly project: VendorProject;
  readonly model: keyof typeof PRICES;
  /** `params.attempt` of the start. */
  readonly attempt: string;
  readonly at: number;
  readonly listedFrom: number;
  readonly startsAt: number;
  readonly endsAt: number;
  readonly fails: boolean;
  readonly seconds: number;
  /** Micro-USD a second, as it was when it started. */
  readonly price: number;
  /** The one result that it ever gives. */
  readonly result: Uint8Array;
  readonly resultHash: string;
  /** Micro-USD, billed once it is complete. */
  readonly amount: number;
  /** It was complete and is worked on once more until then; a failure is not billed. */
  takenBack: { readonly until: number; readonly fails: boolean } | null;
  /** Nothing changes about it anymore. */
  isSettled: boolean;
}

export interface VendorProject {
  readonly id: string;
  /** `params.job` of its creation. */
  readonly job: string;
  /** What has arrived of an upload that is not whole. */
  partial: Uint8Array;
  medium: Uint8Array | null;
}

export interface Vendor {
  readonly generations: readonly VendorGeneration[];
  answer(request: VendorRequest): VendorAnswer;
  /** It takes effect after so many milliseconds, also while the desk's computer sleeps. */
  answerLater(request: VendorRequest, milliseconds: number): void;
  isComplete(generation: VendorGeneration): boolean;
  /** Refuses every start with 402 while held. */
  setPaymentHold(code: 'paymentFailed' | 'spendLimitExceeded' | null): void;
  /** Micro-USD a second, for what starts from now on. */
  setPrices(prices: VendorPrices): void;
  /** How likely a complete generation is taken back when its result is asked for, 0 to 1. */
  setTakingBack(probability: number): void;
  /** Whether it is complete or has failed. */
  isOver(generation: VendorGeneration): boolean;
  /** It is billed as it is now, and not taken back from now on. */
  settle(generation: VendorGeneration): void;
  /** What was taken back is complete again after all. */
  giveBack(generation: VendorGeneration): void;
  /** Longest time until a new generation is listed, in milliseconds. */
  setListingLag(milliseconds: number): void;
}

const LONGEST_MS = 1_800_000;

/** @param time milliseconds that nobody can set back @param longestMs of the one generation of ten that takes long */
export function createVendor(draw: Draw, time: () => number, longestMs = LONGEST_MS): Vendor {
  const later: { readonly due: number; readonly request: VendorRequest }[] = [];
  /** The moment of what took effect in the past, while that is caught up with. */
  let past: number | null = null;
  const now = () => past ?? time();
  const projects = new Map<string, VendorProject>();
  const generations: VendorGeneration[] = [];
  const links = new Map<string, { readonly generation: VendorGeneration; readonly expiresAt: number }>();
  const resumes = draw.chance(0.5);
  const ranges = draw.chance(0.7);
  const words = draw.pick(['queued', 'processing', 'warming up']);
  let hold: string | null = null;
  let lag = 2000;
  let prices: VendorPrices = PRICES;
  let takingBack = 0;
  const regrets = draw.branch('taken back');

  function statusOf(generation: VendorGeneration): string {
    const { endsAt, fails, startsAt, takenBack } = generation;
    if (now() < endsAt) return now() >= startsAt ? 'processing' : words;
    if (takenBack !== null && now() < takenBack.until) return 'processing';
    return fails || takenBack?.fails === true ? 'failed' : 'complete';
  }

  /** Not by a request that nobody waits for: who has the result by then isn't told. */
  function perhapsTakeBack(generation: VendorGeneration): void {
    if (past !== null || generation.isSettled || generation.takenBack !== null || statusOf(generation) !== 'complete')
      return;
    if (!regrets.chance(takingBack)) return;
    generation.takenBack = { until: now() + regrets.whole(1000, 60_000), fails: regrets.chance(0.7) };
  }

  function call(path: string, body: Record<string, unknown>): VendorAnswer {
    const model = MODELS[path];
    if (path === '/v1/create_project') return createProject(body);
    if (path === '/v1/list_projects') return json(200, { projects: [] });
    const project = projects.get(String(body.apiProjectId));
    if (project === undefined) return refusal(404, 'No such project');
    if (model !== undefined) return start(project, model, body);
    if (path === '/v1/list_project_generations') return list(project);
    const generation = generations.find((one) => one.id === body.generationId && one.project === project);
    if (generation === undefined) return refusal(404, 'No such generation');
    if (path === '/v1/get_generation_progress') return progress(generation);
    if (path === '/v1/get_generation_download') return link(generation);
    return refusal(404, 'No such path');
  }

  function createProject(body: Record<string, unknown>): VendorAnswer {
    const params = body.params as { readonly job?: unknown } | undefined;
    const project: VendorProject = {
      id: `p-${draw.hex(4)}`,
      job: String(params?.job),
      partial: new Uint8Array(0),
      medium: null,
    };
    projects.set(project.id, project);
    const uploadUrl = `${STORAGE}/upload/${project.id}?signature=${draw.hex(4)}`;
    return json(200, { apiProjectId: project.id, status: 'created', uploadUrl, uploadMethod: 'PUT' });
  }

  function start(project: VendorProject, model: keyof typeof PRICES, body: Record<string, unknown>): VendorAnswer {
    if (hold !== null) return json(402, { error: 'Billing is on hold', code: hold });
    if (project.medium === null) return refusal(409, 'The medium is not there yet');
    const medium = readMedium(project.medium);
    if (medium === null) return refusal(422, 'This is not a recording');
    const id = `g-${draw.hex(4)}`;
    const startsAt = now() + draw.whole(0, 20_000);
    const result = makeMedium({ name: `${id}/${model}`, seconds: medium.seconds, bytes: draw.whole(120, 2400) });
    const generation: VendorGeneration = {
      id,
      project,
      model,
      attempt: String((body.params as { readonly attempt?: unknown } | undefined)?.attempt),
      at: now(),
      listedFrom: now() + draw.whole(0, lag),
      startsAt,
      endsAt: startsAt + draw.whole(1000, draw.chance(0.1) ? longestMs : 60_000),
      fails: draw.chance(0.06),
      seconds: medium.seconds,
      price: prices[model],
      result,
      resultHash: hashOf(result),
      amount: Math.max(60, Math.ceil(medium.seconds)) * prices[model],
      takenBack: null,
      isSettled: false,
    };
    generations.push(generation);
    return json(200, { generationId: id, apiProjectId: project.id, modelKey: model, status: 'queued' });
  }

  function list(project: VendorProject): VendorAnswer {
    const listed = generations.filter((one) => one.project === project && one.listedFrom <= now());
    return json(200, {
      generations: listed.map((one) => ({ generationId: one.id, modelKey: one.model, status: statusOf(one) })),
    });
  }

  function progress(generation: VendorGeneration): VendorAnswer {
    const span = generation.endsAt - generation.startsAt;
    const done = Math.min(1, Math.max(0, (now() - generation.startsAt) / span));
    return json(200, { progress: { status: statusOf(generation), progress: done } });
  }

  function link(generation: VendorGeneration): VendorAnswer {
    perhapsTakeBack(generation);
    if (statusOf(generation) !== 'complete') return refusal(409, 'Not complete yet');
    const token = draw.hex(6);
    links.set(token, { generation, expiresAt: now() + LINK_MS });
    return json(200, { downloadUrl: `${STORAGE}/download/${token}?signature=${draw.hex(4)}` });
  }

  function download(request: VendorRequest): VendorAnswer {
    const known = links.get(request.url.pathname.slice('/download/'.length));
    if (known === undefined || known.expiresAt <= now() || statusOf(known.generation) !== 'complete')
      return refusal(403, 'This link has expired');
    const { result, resultHash } = known.generation;
    const etag = `"${resultHash.slice(0, 12)}"`;
    const range = /^bytes=(\d+)-/.exec(request.headers.range ?? '');
    const from = Number(range?.[1] ?? 0);
    const isSame = request.headers['if-range'] === undefined || request.headers['if-range'] === etag;
    if (!ranges || range === null || !isSame) {
      return { status: 200, headers: { etag, 'content-length': String(result.length) }, body: result };
    }
    if (from >= result.length) {
      return { status: 416, headers: { 'content-range': `bytes */${result.length}` }, body: new Uint8Array(0) };
    }
    const body = result.slice(from);
    const headers = {
      etag,
      'content-length': String(body.length),
      'content-range': `bytes ${from}-${result.length - 1}/${result.length}`,
    };
    return { status: 206, headers, body };
  }

  function upload({ method, url, headers, body }: VendorRequest): VendorAnswer {
    const project = projects.get(url.pathname.slice('/upload/'.length));
    if (project === undefined) return refusal(403, 'This link has expired');
    const there = project.medium?.length ?? project.partial.length;
    const offset = { 'upload-offset': String(there), 'upload-complete': project.medium === null ? '?0' : '?1' };
    if (method === 'HEAD') return resumes ? { ...NOTHING, headers: offset } : { ...NOTHING, status: 405 };
    const part = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(headers['content-range'] ?? '');
    if (part === null) {
      if (Number(headers['content-length'] ?? body.length) !== body.length) {
        if (resumes) project.partial = body;
        return refusal(400, 'The body is not whole');
      }
      project.medium = body;
      return NOTHING;
    }
    if (!resumes) return refusal(400, 'No parts are taken');
    if (Number(part[1]) !== project.partial.length || project.medium !== null)
      return { ...NOTHING, status: 409, headers: offset };
    project.partial = Buffer.concat([project.partial, body]);
    if (project.partial.length < Number(part[3])) return { ...NOTHING, status: 308, headers: offset };
    project.medium = project.partial;
    return NOTHING;
  }

  function handle(request: VendorRequest): VendorAnswer {
    const { url, headers } = request;
    if (url.origin === STORAGE) return url.pathname.startsWith('/upload/') ? upload(request) : download(request);
    if (headers.authorization !== `Bearer ${KEY}`) return refusal(401, 'Missing or invalid API key');
    return call(url.pathname, JSON.parse(Buffer.from(request.body).toString('utf8')));
  }

  return {
    generations,
    answerLater: (request, milliseconds) => void later.push({ due: now() + milliseconds, request }),
    answer(request) {
      for (const one of later.filter(({ due }) => due <= now()).sort((a, b) => a.due - b.due)) {
        later.splice(later.indexOf(one), 1);
        past = one.due;
        handle(one.request);
        past = null;
      }
      return handle(request);
    },
    isComplete: (generation) => statusOf(generation) === 'complete',
    setPaymentHold: (code) => {
      hold = code;
    },
    setPrices: (changed) => {
      prices = changed;
    },
    setTakingBack: (probability) => {
      takingBack = probability;
    },
    isOver: (generation) => ['complete', 'failed'].includes(statusOf(generation)),
    settle: (generation) => {
      generation.isSettled = true;
    },
    giveBack: (generation) => {
      generation.takenBack = null;
    },
    setListingLag: (milliseconds) => {
      lag = milliseconds;
    },
  };
}

const NOTHING: VendorAnswer = { status: 200, headers: {}, body: new Uint8Array(0) };

export function json(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): VendorAnswer {
  return {
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: Buffer.from(JSON.stringify(body)),
  };
}

export function refusal(status: number, error: string): VendorAnswer {
  return json(status, { error });
}
