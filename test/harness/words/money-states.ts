/** Brings jobs of a real store into every state of their money, by the functions that the queue itself uses, and knows what really happened. */

import { claimUnfetchedWork } from '../../../electron/core/queue/earlier/take-earlier.ts';
import { createQuarantine } from '../../../electron/core/queue/parts/quarantine.ts';
import type { QueueContext } from '../../../electron/core/queue/parts/queue-context.ts';
import { claimWriter } from '../../../electron/core/queue/parts/queue-context.ts';
import { createRunRecords } from '../../../electron/core/queue/parts/run-records.ts';
import { createTransitions } from '../../../electron/core/queue/parts/transitions.ts';
import { followUnderWay } from '../../../electron/core/queue/stages/follow.ts';
import { startGeneration } from '../../../electron/core/queue/start/protocol.ts';
import { reconcile, startAgain } from '../../../electron/core/queue/start/reconcile.ts';
import { readPreferences } from '../../../electron/core/store/tables/preferences.ts';
import { CleartakeError } from '../../../shared/domain/errors.ts';
import { isUnresolved } from '../../../shared/domain/generation-state.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { openJobStore } from '../store/job-store.ts';
import { createVirtualClock } from '../time/virtual-clock.ts';
import type { ModelTruth, Truth } from './judge.ts';

const QUARANTINE_MS = 1000;
const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Micro-USD of a second: the model’s price, none, or the computer itself. */
export const PRICES = {
  'with prices': { price: 2500, kind: 'remote' },
  'less than a cent': { price: 60, kind: 'remote' },
  'without prices': { price: null, kind: 'remote' },
  'at no cost': { price: 0, kind: 'remote' },
  'this computer': { price: 0, kind: 'built-in' },
} as const;
export type PriceName = keyof typeof PRICES;

type Reply = 'started' | 'refused' | 'not-sent' | 'lost';

type Step = (books: Books, model: ModelId) => Promise<void> | void;

const start =
  (reply: Reply): Step =>
  async (books, model) => {
    await books.start(books.jobId, model, reply);
  };
const report =
  (status: 'processing' | 'complete' | 'failed'): Step =>
  (books, model) =>
    books.report(model, status);
const move =
  (kind: 'reopen' | 'download' | 'stored' | 'retry' | 'ask' | 'check-again'): Step =>
  (books, model) =>
    void books.context.transitions.generation(books.generation(model).id, { kind });

/** How a generation comes to be what it is. After each step, everything that can be said is looked at. */
export const PATHS: Readonly<Record<string, readonly Step[]>> = {
  'not started': [],
  refused: [start('refused')],
  'not sent': [start('not-sent')],
  uncertain: [start('lost'), move('ask'), move('check-again')],
  'uncertain, found': [start('lost'), (books, model) => books.settle(model, 'found'), report('complete')],
  'absent, then refused': [start('lost'), (books, model) => books.settle(model, 'absent'), start('refused')],
  'absent, then started': [start('lost'), (books, model) => books.settle(model, 'absent'), start('started')],
  'started again by the person': [start('lost'), move('ask'), (books, model) => books.startAgain(model)],
  complete: [start('started'), report('processing'), report('complete'), move('download'), move('stored')],
  failed: [start('started'), report('failed'), move('retry'), start('refused')],
  'failed, then complete': [start('started'), report('failed'), move('retry'), start('started'), report('complete')],
  'complete, then failed': [start('started'), report('complete'), move('reopen'), report('failed'), move('retry')],
  vanished: [
    start('started'),
    (books, model) => books.vanish(model),
    move('ask'),
    (books, model) => books.startAgain(model),
  ],
  'handed over': [start('started'), (books, model) => books.handOver(model), move('retry')],
  'handed over when complete': [
    start('started'),
    report('complete'),
    (books, model) => books.handOver(model),
    move('retry'),
    start('started'),
  ],
  claimed: [(books, model) => books.claim(model, false), report('complete'), move('download')],
  'claimed when complete': [(books, model) => books.claim(model, true), report('complete')],
  reused: [(books, model) => books.reuse(model)],
};

/** What the other model of a recording may be meanwhile. */
export const PARTNERS = ['not started', 'refused', 'uncertain', 'complete', 'failed'] as const;

type Books = ReturnType<typeof openBooks>;

export function openBooks(name: PriceName) {
  const { kind, price } = PRICES[name];
  const id = kind === 'built-in' ? 'built-in' : 'studio';
  const { store, addJob } = openJobStore(price ?? 0, {
    ...{ id, kind },
    prices: { 'service-2': price, 'service-3.5': price },
  });
  const clock = createVirtualClock();
  const transitions = createTransitions(store, clock);
  const settings = { startQuarantineMs: { builtIn: QUARANTINE_MS, remote: QUARANTINE_MS }, startDeadlineMs: 1000 };
  let count = 0;
  const newId = () => `id-${++count}`;
  const ports = { clock, newId, random: () => 0.5, log: SILENT, pass: () => undefined };
  const context = {
    ...{ store, transitions, settings, ports, runs: createRunRecords() },
    quarantine: createQuarantine(clock, store, settings as never),
    writer: claimWriter(store, 'writer'),
    speeds: { completed: () => undefined, started: () => undefined },
    time: { check: () => undefined, jumps: 0 },
    connections: {},
  } as unknown as QueueContext;
  const signal = new AbortController().signal;
  const amount = price === null ? null : price * 60;
  let jobId = '';
  let calls = 0;
  let isUploadBegun = false;
  let reply: Reply = 'refused';
  let status = 'processing';
  let isKnown = true;
  let listed: readonly { readonly generationId: string; readonly modelKey: string; readonly status: string }[] = [];
  const accepted = new Map<string, number>();
  const lost = new Map<string, number>();
  const add = (counts: Map<string, number>, model: string) => void counts.set(model, (counts.get(model) ?? 0) + 1);

  const client = {
    listGenerations: async () => listed,
    startOnce: async () => {
      if (reply === 'not-sent') throw Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });
      if (reply === 'lost') throw Object.assign(new Error('cut'), { code: 'ECONNRESET', syscall: 'read' });
      if (reply === 'refused') return { status: 400, body: { error: 'Refused.' }, retryAfterMs: null };
      return { status: 200, body: { generationId: newId(), status: 'queued' }, retryAfterMs: null };
    },
    progress: async () => {
      if (!isKnown) throw new CleartakeError('projectUnknown');
      return { status, progress: null, stages: [], error: 'Tape jam.' };
    },
  } as never;

  const generationOf = (job: string, model: ModelId) => {
    const found = store.generations.ofJob(job).find((one) => one.model === model);
    if (found === undefined) throw new Error(`No ${model}`);
    return found;
  };

  function addGeneration(job: string, model: ModelId): void {
    const state = { stateKind: 'ready', state: { kind: 'ready' } } as const;
    store.generations.insert({
      ...{ ...state, id: newId(), jobId: job, model, connectionId: id, billableSeconds: 60, amount, createdAt: 0 },
    });
  }

  /** Another job of the same recording, which works. */
  function addOther(model: ModelId): string {
    const other = newId();
    addJob({ id: other, projectId: `project of ${other}`, stateKind: 'generating', state: { kind: 'generating' } });
    addGeneration(other, model);
    return other;
  }

  /** One start of a job is settled before the next. */
  const isBlocked = (job: string) => store.generations.ofJob(job).some(({ state }) => isUnresolved(state));

  async function startOf(job: string, model: ModelId, answer: Reply): Promise<void> {
    if (isBlocked(job)) return;
    reply = answer;
    if (job === jobId && answer === 'started') add(accepted, model);
    if (job === jobId && answer === 'lost') add(lost, model);
    await startGeneration(context, client, store.jobs.get(job), generationOf(job, model), new Set(), signal).catch(
      () => undefined,
    );
  }

  async function follow(job: string, model: ModelId): Promise<void> {
    await followUnderWay(context, client, [generationOf(job, model)], signal);
  }

  function truthOf(model: ModelId): ModelTruth {
    const rows = store.ledger.ofGeneration(generationOf(jobId, model).id);
    const sum = (plus: string, minus: string) =>
      rows.reduce((total, row) => total + (row.kind === plus ? 1 : row.kind === minus ? -1 : 0) * (row.amount ?? 0), 0);
    const many = (of: string) => rows.filter(({ kind: one }) => one === of).length;
    return {
      ...{ model, accepted: accepted.get(model) ?? 0, lost: lost.get(model) ?? 0 },
      charged: price === null ? null : sum('charge', 'refund'),
      hasCharge: many('charge') > many('refund'),
      held: price === null ? null : sum('hold', 'release'),
      hasHold: many('hold') > many('release'),
    };
  }

  return {
    context,
    get jobId() {
      return jobId;
    },
    ceiling: readPreferences(store).resendCeiling,
    generation: (model: ModelId) => generationOf(jobId, model),
    /** A new job of which nothing has happened yet. */
    begin(models: readonly ModelId[]): void {
      jobId = newId();
      [calls, isUploadBegun] = [0, false];
      for (const counts of [accepted, lost]) counts.clear();
      addJob({ id: jobId });
      for (const model of models) addGeneration(jobId, model);
    },
    truth: (): Truth => ({
      ...{ isLocal: kind === 'built-in', calls, isUploadBegun },
      models: store.generations.ofJob(jobId).map(({ model }) => truthOf(model)),
    }),
    enter: (stage: 'preparing' | 'uploading' | 'ready' | 'generating' | 'downloading' | 'exporting') =>
      transitions.job(jobId, { kind: 'enter', stage }),
    /** The service is told the recording's name, and refuses. */
    callForProject: () => void calls++,
    /** As stage `uploading` records it before the first byte. */
    beginUpload(): void {
      calls += 1;
      isUploadBegun = true;
      const projectId = newId();
      store.jobs.update(jobId, { projectId, uploadAddress: 'sealed' });
      const stage = { from: 'uploading', to: 'uploading' };
      store.events.append({ at: clock.now(), jobId, event: 'project', ...stage, detail: projectId });
    },
    /** As stage `uploading` does when the file is another one after all. */
    changeSource: () => store.jobs.update(jobId, { projectId: null, uploadAddress: null }),
    start: startOf,
    report: async (model: ModelId, as: 'processing' | 'complete' | 'failed') => {
      status = as;
      await follow(jobId, model);
    },
    async vanish(model: ModelId): Promise<void> {
      if (isBlocked(jobId)) return;
      isKnown = false;
      for (let times = 0; times < 8; times++) await follow(jobId, model);
      isKnown = true;
      add(lost, model);
    },
    async settle(model: ModelId, as: 'found' | 'absent'): Promise<void> {
      if (generationOf(jobId, model).stateKind !== 'unknown') return;
      await clock.advance(2 * QUARANTINE_MS);
      if (as === 'found') {
        listed = [{ generationId: newId(), modelKey: model, status: 'processing' }];
        add(accepted, model);
      }
      await reconcile(context, client, store.jobs.get(jobId), generationOf(jobId, model));
      listed = [];
    },
    startAgain: (model: ModelId) => startAgain(context, generationOf(jobId, model)),
    handOver(model: ModelId): void {
      const other = store.jobs.get(addOther(model));
      store.transaction(() =>
        claimUnfetchedWork(context, other, generationOf(other.id, model), generationOf(jobId, model)),
      );
    },
    async claim(model: ModelId, isComplete: boolean): Promise<void> {
      if (isBlocked(jobId)) return;
      const other = addOther(model);
      await startOf(other, model, 'started');
      status = 'complete';
      if (isComplete) await follow(other, model);
      add(accepted, model);
      const job = store.jobs.get(jobId);
      store.transaction(() => claimUnfetchedWork(context, job, generationOf(jobId, model), generationOf(other, model)));
    },
    reuse(model: ModelId): void {
      const { id: own } = generationOf(jobId, model);
      store.generations.update(own, { reusedFrom: 'earlier', billableSeconds: 0, amount: 0 });
      transitions.generation(own, { kind: 'reuse', remoteId: newId() });
    },
    fail(): void {
      const error = { code: 'unexpected', userMessage: '', retryable: false } as const;
      transitions.job(jobId, { kind: 'fail', error, retryFrom: 'preparing' });
    },
    retry: () => transitions.job(jobId, { kind: 'retry' }),
  };
}
