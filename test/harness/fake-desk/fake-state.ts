/** What the fake desk remembers, and how it tells of changes. */

import type { z } from 'zod';
import { nameSequences } from '../../../electron/core/library/joining/part-names.ts';
import type { ConnectionView, vaultView } from '../../../shared/contract/connections.ts';
import type { HistoryIndexing } from '../../../shared/contract/history.ts';
import type { OtherTake, SavingEvent } from '../../../shared/contract/listening/listening.ts';
import type { OwnModelView } from '../../../shared/contract/models.ts';
import type { AddingEvent } from '../../../shared/contract/queue/adding.ts';
import type { PaidRepeatsView, RepeatRequest } from '../../../shared/contract/queue/paid-repeats.ts';
import type { AgainRequest } from '../../../shared/contract/queue/queue.ts';
import type { NetworkView, Notice, SystemInfo } from '../../../shared/contract/system.ts';
import type { TableRequest } from '../../../shared/contract/tables.ts';
import type { JobView, QueueEvent, RunSummary, SpendingView } from '../../../shared/contract/views.ts';
import type { BatchNotice } from '../../../shared/domain/batch/batch-notice.ts';
import type { BatchPreset } from '../../../shared/domain/batch/batch-preset.ts';
import type { CostFilter } from '../../../shared/domain/costs/cost-sums.ts';
import type { InvoiceColumns } from '../../../shared/domain/costs/invoice-columns.ts';
import type { ErrorCode } from '../../../shared/domain/error-messages/table.ts';
import type { SavedSearch } from '../../../shared/domain/history/filter-address.ts';
import { isWorkingStage } from '../../../shared/domain/job-state.ts';
import type { PartRequest } from '../../../shared/domain/listening/part.ts';
import type { Passage } from '../../../shared/domain/listening/verdict.ts';
import { looksLikeRecording } from '../../../shared/domain/media-types.ts';
import type { ModelId } from '../../../shared/domain/models.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/domain/preferences.ts';
import { inQueueOrder, POSITION_STEP } from '../../../shared/domain/queue-order.ts';
import type { UpdateState } from '../../../shared/domain/updates.ts';
import { makeCare } from './care-handlers.ts';
import { type FakeCosts, NO_FAKE_COSTS } from './cost-handlers.ts';
import { createEventHub } from './event-hub.ts';
import { advance, errorOf, holdJob, MOST_ACTIVE, makeJob, startJob, totalsOf } from './fake-jobs.ts';
import type { FakeDelivery } from './fake-views.ts';
import { makeKeys } from './key-handlers.ts';
import { makePreviews } from './listening-handlers.ts';
import { makeOutputs } from './output-handlers.ts';
import { makePortal } from './portal-handlers.ts';
import { makePresets } from './preset-handlers.ts';
import { refuse } from './refuse.ts';
import { makeSources } from './source-handlers.ts';
import { makeOpinions } from './verdict-handlers.ts';
import { makeWatchFolders } from './watch-folder-handlers.ts';
import { makeWebhooks } from './webhook-handlers.ts';

export const SAMPLES = ['a noisy room.wav', 'a mains hum.wav', 'an echoing hall.wav'];

export interface FakeDeskOptions {
  readonly now: () => number;
  readonly info?: Partial<SystemInfo>;
  /** Seconds of a path that is added. */
  readonly durationOf?: (path: string) => number;
  /** What the call throws when one of these paths is added. */
  readonly failureOf?: (path: string) => Error | null;
}

type VaultView = z.infer<typeof vaultView>;

export type FakeState = ReturnType<typeof makeState>;

export function makeState(options: FakeDeskOptions) {
  const hub = createEventHub<QueueEvent>();
  const batches = createEventHub<{ notice: BatchNotice | null }>();
  const fake = {
    options,
    hub,
    batches,
    addings: createEventHub<AddingEvent>(),
    updates: createEventHub<{ state: UpdateState }>(),
    /** As in a host that runs from its sources. */
    updateState: { kind: 'impossible', obstacle: 'not-packaged' } as UpdateState,
    /** What was asked of the updater. */
    updateCalls: [] as ('check' | 'download' | 'restart')[],
    addingStopped: 0,
    jobs: new Map<string, JobView>(),
    revision: 1,
    paused: false,
    listings: 0,
    presets: makePresets(),
    startedWith: null as BatchPreset | null,
    watchFolders: makeWatchFolders(),
    webhooks: makeWebhooks(),
    care: makeCare(),
    accountKeys: makeKeys(),
    portal: makePortal(),
    opinions: makeOpinions(),
    /** While the index of History is made. */
    indexing: null as HistoryIndexing | null,
    costs: NO_FAKE_COSTS as FakeCosts,
    sources: makeSources(),
    /** The columns by which invoices were read. */
    reconciled: [] as (InvoiceColumns | null)[],
    ledgerFilters: [] as CostFilter[],
    forgotten: new Set<string>(),
    /** Whether reads of the history are refused. */
    historyFails: false,
    savedSearches: [] as SavedSearch[],
    get preset(): BatchPreset {
      return fake.presets.view().preset;
    },
    preferences: DEFAULT_PREFERENCES,
    network: { proxy: null, problem: null, hasPassword: false } as NetworkView,
    lastRun: null as RunSummary | null,
    spending: [] as SpendingView[],
    /** What was restored again. */
    again: [] as (AgainRequest & { readonly maxCost: number | null })[],
    /** What is answered when results are downloaded again: the others are downloading. */
    downloads: { here: 0, gone: 0, failed: 0, problem: null as string | null },
    /** What was sent to another connection. */
    sent: [] as { readonly jobIds: readonly string[]; readonly connectionId: string }[],
    /** Parts of comparisons that were exported. */
    /** Frames at which takes clip whose measures don't tell. */
    clipping: new Map<string, number[]>(),
    parts: [] as PartRequest[],
    /** Exports of parts get half way and wait there until they are cancelled; `cancelled` counts those. */
    slowParts: { isOn: false, cancelled: 0 },
    /** Lists that were saved and shown. A slow one stays where it is until it is cancelled; `cancelled` counts those. */
    tables: {
      saved: [] as { readonly table: TableRequest; readonly folder: string | null }[],
      shown: [] as string[],
      isSlow: false,
      cancelled: 0,
    },
    /** What was asked of the worst minute, or of a passage. */
    tried: [] as {
      readonly jobId: string;
      readonly connectionId: string;
      readonly models: readonly ModelId[];
      readonly passage?: Passage | undefined;
    }[],
    /** Removed rows, which can be restored. */
    removed: new Map<string, JobView>(),
    notices: [] as Notice[],
    models: [] as OwnModelView[],
    /** How far saved files are when a page first hears of them; null for those that are there. */
    saving: null as number | 'refused' | null,
    /** Until then such a file is being made. */
    finished: Promise.withResolvers<void>(),
    previews: makePreviews(),
    outputs: makeOutputs(),
    /** Results of the same content that other jobs have. */
    others: [] as OtherTake[],
    /** Delivered takes that can be played. */
    prepared: new Set<string>(),
    /** How outputs were delivered, by take of the result. */
    deliveries: new Map<string, FakeDelivery>(),
    /** Takes that were saved. */
    saved: [] as string[],
    async *save(takeId: string): AsyncGenerator<SavingEvent, void> {
      if (fake.saving === 'refused') throw refuse('sourceMissing');
      if (fake.saving !== null) {
        yield { fraction: fake.saving, fileName: null };
        await fake.finished.promise;
      }
      fake.saved.push(takeId);
      yield { fraction: 1, fileName: 'take (service-2).wav' };
    },
    vault: {
      kind: 'keychain',
      sentence: 'Keys are kept in this computer’s keychain, encrypted, for your account only.',
    } as VaultView,
    /** Where each key was to rest, as it was given. */
    keysKeptIn: [] as ('memory' | 'file' | undefined)[],
    /** Nothing is at work, whatever the states say: as after a start while everything is paused. */
    resting: false,
    refusesMove: false,
    /** What a test of any connection says; null for what fits its kind. */
    testAnswer: null as { readonly ok: boolean; readonly sentence: string } | null,
    /** To the question whether something was started. */
    redone: [] as { readonly jobId: string; readonly maxCost: number | null }[],
    answers: [] as { readonly jobId: string; readonly answer: string }[],
    /** Connections whose billing page the desk was asked to open. */
    billingOpened: [] as string[],
    /** Generations among those that wait for Start that have a result already. */
    reusable: 0,
    /** Rows that wait for Start, with the one that each has the content of. */
    twins: new Map<string, string>(),
    paidRepeats: (_: RepeatRequest): PaidRepeatsView => ({ count: 0, amount: 0, repeats: [] }),
    known: 0,
    connections: [
      {
        id: 'built-in',
        kind: 'built-in',
        name: 'This computer',
        baseUrl: null,
        headerStyle: 'bearer',
        color: null,
        label: null,
        prices: { 'service-2': 0, 'service-3.5': 0 },
        caps: { day: null, month: null },
        hasKey: true,
        chosen: true,
        parked: null,
        isReached: null,
        billingPage: null,
        rehearsal: 'off',
      },
    ] as ConnectionView[],
    totals() {
      const totals = { ...totalsOf(fake.jobs.values(), fake.paused), lastRun: fake.lastRun, spending: fake.spending };
      return fake.resting ? { ...totals, active: 0, waiting: totals.waiting + totals.active, speed: null } : totals;
    },
    inOrder: () => [...fake.jobs.values()].sort(inQueueOrder),
    last: 0,
    nextPosition() {
      fake.last += POSITION_STEP;
      return fake.last;
    },
    announce(jobs: readonly JobView[], removed: readonly string[] = []) {
      fake.revision += 1;
      hub.publish({ revision: fake.revision, jobs: [...jobs], removed: [...removed], totals: fake.totals() });
    },
    remove(ids: readonly string[]): string[] {
      const gone = ids.filter((id) => {
        const job = fake.jobs.get(id);
        if (job !== undefined) fake.removed.set(id, job);
        return fake.jobs.delete(id);
      });
      if (gone.length > 0) fake.announce([], gone);
      return gone;
    },
    update(ids: readonly string[], change: (job: JobView) => JobView): number {
      const changed: JobView[] = [];
      for (const id of ids) {
        const job = fake.jobs.get(id);
        const next = job === undefined ? undefined : change(job);
        if (next === undefined || next === job) continue;
        fake.jobs.set(id, next);
        changed.push(next);
      }
      if (changed.length > 0) fake.announce(changed);
      return changed.length;
    },
    add(paths: readonly string[], preset: BatchPreset, start: boolean) {
      const failure = paths.map((path) => options.failureOf?.(path) ?? null).find((one) => one !== null);
      if (failure) throw failure;
      const taken = paths.filter((path) => looksLikeRecording(nameOf(path)));
      const added = taken.map((path) => {
        const duration = options.durationOf?.(path) ?? 42;
        const part = { name: nameOf(path), durationSeconds: duration, position: fake.nextPosition() };
        const job = makeJob(fake.jobs.size + 1, part, options.now());
        const put = start ? startJob(job, preset, fake.chosen().prices) : job;
        fake.jobs.set(put.id, put);
        return put;
      });
      fake.announce(added);
      const skipped = paths
        .filter((path) => !taken.includes(path))
        .map((path) => ({ path, kind: 'not-a-recording' as const, reason: errorOf('mediaNotRecognized').userMessage }));
      const jobIds = added.map((job) => job.id);
      const parts = nameSequences(added.map((job) => job.name))
        .filter(({ isCertain }) => isCertain)
        .map(({ missing, names }) => ({
          jobIds: names.flatMap((name) => added.find((job) => job.name === name)?.id ?? []),
          ...{ names: [...names], missing: [...missing] },
        }));
      return { batchId: `batch-${fake.revision}`, jobIds, skipped, restoredBefore: jobIds.slice(0, fake.known), parts };
    },
    park(connectionId: string, code: ErrorCode | null) {
      const parked = code === null ? null : errorOf(code);
      fake.connections = fake.connections.map((each) =>
        each.id === connectionId ? { ...each, parked, hasKey: each.hasKey && code !== 'keyMissing' } : each,
      );
      fake.update([...fake.jobs.keys()], (job) => (job.connectionId === connectionId ? holdJob(job, parked) : job));
    },
    /** What its connection asks, or the chosen one. */
    pricesOf: (job: JobView) => (fake.connections.find(({ id }) => id === job.connectionId) ?? fake.chosen()).prices,
    chosen: () => fake.connections.find((connection) => connection.chosen) as ConnectionView,
    tick(seconds: number) {
      const inOrder = fake.resting ? [] : fake.inOrder();
      const active = inOrder.filter((job) => isWorkingStage(job.state.kind));
      const queued = fake.paused ? [] : inOrder.filter((job) => job.started && job.state.kind === 'queued');
      const moving = [...active, ...queued].slice(0, Math.max(active.length, MOST_ACTIVE));
      fake.update(
        moving.map((job) => job.id),
        (job) => advance(job, seconds, options.now()),
      );
    },
  };
  return fake;
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
