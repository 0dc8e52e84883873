/** A small real implementation of the contract: state in memory, progress by ticks. Runs in Node and in a page alike. */

import { implement, ORPCError } from '@orpc/server';
import type { ConnectionView } from '../../../shared/contract/connections.ts';
import type { HistoryEntry } from '../../../shared/contract/history.ts';
import { contract } from '../../../shared/contract/index.ts';
import type { SystemInfo } from '../../../shared/contract/system.ts';
import type { JobView, QueueEvent } from '../../../shared/contract/views.ts';
import { type BatchPreset, DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';
import type { ErrorCode } from '../../../shared/domain/error-sentences.ts';
import { isFinal, isWorkingStage, stageOf } from '../../../shared/domain/job-state.ts';
import { looksLikeRecording } from '../../../shared/domain/media-types.ts';
import { MODEL_IDS, MODELS } from '../../../shared/domain/models.ts';
import { quoteGeneration, sumQuotes } from '../../../shared/domain/money.ts';
import { createEventHub } from './event-hub.ts';
import { advance, errorOf, MOST_ACTIVE, makeGeneration, makeJob, startJob, totalsOf } from './fake-jobs.ts';

const TAKE_RATE = 48_000;
const SAMPLES = ['a noisy room.wav', 'a mains hum.wav', 'an echoing hall.wav'];

export interface FakeDesk {
  readonly router: ReturnType<typeof makeRouter>;
  readonly jobs: ReadonlyMap<string, JobView>;
  /** Puts jobs as they are, as a store with a past would hold them. */
  seed(parts: readonly (Partial<JobView> & Pick<JobView, 'name'>)[]): void;
  /** Changes one job and tells everybody. */
  change(jobId: string, change: (job: JobView) => JobView): void;
  /** Lets time pass. */
  tick(seconds: number): void;
  addConnection(connection: ConnectionView): void;
  /** Leaves out one revision, as a lost event would. */
  skipRevision(): void;
  /** How often the whole queue was asked for from its beginning. */
  readonly listings: number;
}

export interface FakeDeskOptions {
  readonly now: () => number;
  readonly info?: Partial<SystemInfo>;
  /** Seconds of a path that is added. */
  readonly durationOf?: (path: string) => number;
}

type Fake = ReturnType<typeof makeState>;

export function createFakeDesk(options: FakeDeskOptions): FakeDesk {
  const fake = makeState(options);
  return {
    router: makeRouter(fake),
    jobs: fake.jobs,
    seed(parts) {
      const added = parts.map((part) => makeJob(fake.jobs.size + 1, part, options.now()));
      for (const job of added) fake.jobs.set(job.id, { ...job, position: fake.jobs.size + 1 });
      fake.announce([...fake.jobs.values()].slice(-added.length));
    },
    change: (jobId, change) => fake.update([jobId], change),
    tick: (seconds) => fake.tick(seconds),
    addConnection(connection) {
      if (connection.chosen) fake.connections = fake.connections.map((each) => ({ ...each, chosen: false }));
      fake.connections.push(connection);
    },
    skipRevision: () => {
      fake.revision += 1;
    },
    get listings() {
      return fake.listings;
    },
  };
}

function makeState(options: FakeDeskOptions) {
  const hub = createEventHub<QueueEvent>();
  const fake = {
    options,
    hub,
    jobs: new Map<string, JobView>(),
    revision: 1,
    paused: false,
    listings: 0,
    preset: { ...DEFAULT_BATCH_PRESET } as BatchPreset,
    connections: [
      {
        id: 'built-in',
        kind: 'built-in',
        name: 'This computer',
        baseUrl: null,
        headerStyle: 'bearer',
        prices: { 'service-2': 0, 'service-3.5': 0 },
        hasKey: true,
        chosen: true,
        parked: null,
      },
    ] as ConnectionView[],
    announce(jobs: readonly JobView[], removed: readonly string[] = []) {
      fake.revision += 1;
      const totals = totalsOf(fake.jobs.values(), fake.paused);
      hub.publish({ revision: fake.revision, jobs: [...jobs], removed: [...removed], totals });
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
      const taken = paths.filter((path) => looksLikeRecording(nameOf(path)));
      const added = taken.map((path) => {
        const duration = options.durationOf?.(path) ?? 42;
        const position = fake.jobs.size + 1;
        const job = makeJob(position, { name: nameOf(path), durationSeconds: duration }, options.now());
        const put = start ? startJob(job, preset, fake.chosen().prices) : job;
        fake.jobs.set(put.id, put);
        return put;
      });
      fake.announce(added);
      const skipped = paths
        .filter((path) => !taken.includes(path))
        .map((path) => ({ path, reason: errorOf('mediaNotRecognized').userMessage }));
      return { batchId: `batch-${fake.revision}`, jobIds: added.map((job) => job.id), skipped };
    },
    chosen: () => fake.connections.find((connection) => connection.chosen) as ConnectionView,
    tick(seconds: number) {
      if (fake.paused) return;
      const active = [...fake.jobs.values()].filter((job) => isWorkingStage(job.state.kind));
      const queued = [...fake.jobs.values()].filter((job) => job.started && job.state.kind === 'queued');
      const moving = [...active, ...queued].slice(0, Math.max(active.length, MOST_ACTIVE));
      fake.update(
        moving.map((job) => job.id),
        (job) => advance(job, seconds, options.now()),
      );
    },
  };
  return fake;
}

function makeRouter(fake: Fake) {
  const os = implement(contract);
  const refuse = (code: ErrorCode) =>
    new ORPCError('REFUSED', { status: 422, defined: true, data: { code, userMessage: errorOf(code).userMessage } });
  return os.router({
    system: {
      info: os.system.info.handler(() => ({
        version: '0.1.0',
        host: 'browser' as const,
        platform: 'linux',
        dataDirectory: '/home/me/.local/share/Cleartake',
        filesHavePaths: false,
        samples: SAMPLES.length,
        ...fake.options.info,
      })),
      preset: os.system.preset.handler(() => fake.preset),
      setPreset: os.system.setPreset.handler(({ input }) => {
        fake.preset = input;
      }),
      reveal: os.system.reveal.handler(() => ({ shown: false })),
    },
    queue: queueHandlers(os, fake, refuse),
    listening: {
      takes: os.listening.takes.handler(({ input }) => {
        const job = fake.jobs.get(input.jobId);
        if (job === undefined) throw refuse('notFound');
        return { job, takes: takesOf(job) };
      }),
    },
    history: {
      search: os.history.search.handler(({ input }) => {
        const words = input.search.toLowerCase();
        const all = [...fake.jobs.values()]
          .filter((job) => job.started)
          .reverse()
          .map(historyOf);
        const found = all.filter((entry) => JSON.stringify(entry).toLowerCase().includes(words));
        return { total: found.length, entries: found.slice(input.offset, input.offset + input.limit) };
      }),
    },
    connections: connectionHandlers(os, fake, refuse),
  });
}

type Os = ReturnType<typeof implement<typeof contract>>;
type Refuse = (code: ErrorCode) => Error;

function queueHandlers(os: Os, fake: Fake, refuse: Refuse) {
  const many = (change: (job: JobView) => JobView) => (ids: readonly string[]) => ({
    changed: fake.update(ids, change),
  });
  const pause = many((job) => {
    const from = stageOf(job.state);
    return from === null || isFinal(job.state) ? job : { ...job, state: { kind: 'paused', from } };
  });
  const resume = many((job) =>
    job.state.kind === 'paused' || job.state.kind === 'waiting' ? { ...job, state: { kind: job.state.from } } : job,
  );
  const cancel = many((job) => (isFinal(job.state) ? job : { ...job, state: { kind: 'cancelled', from: 'queued' } }));
  const retry = many((job) => ({ ...job, state: { kind: 'queued' } }));
  return {
    list: os.queue.list.handler(({ input }) => {
      if (input.offset === 0) fake.listings += 1;
      const jobs = [...fake.jobs.values()];
      return {
        revision: fake.revision,
        total: jobs.length,
        jobs: jobs.slice(input.offset, input.offset + input.limit),
        totals: totalsOf(jobs, fake.paused),
      };
    }),
    watch: os.queue.watch.handler(async function* ({ signal }) {
      const events = fake.hub.subscribe(signal);
      yield { revision: fake.revision, jobs: [], removed: [], totals: totalsOf(fake.jobs.values(), fake.paused) };
      yield* events;
    }),
    add: os.queue.add.handler(({ input }) => fake.add(input.paths, input.preset ?? fake.preset, input.start)),
    addSamples: os.queue.addSamples.handler(({ input }) => fake.add(SAMPLES, input.preset ?? fake.preset, input.start)),
    quote: os.queue.quote.handler(({ input }) => {
      const waiting = [...fake.jobs.values()].filter((job) => !job.started);
      const measured = waiting.filter((job) => job.durationSeconds !== null);
      const { prices } = fake.chosen();
      const one = measured.flatMap((job) =>
        input.preset.models.map((model) => ({
          quote: quoteGeneration(job.durationSeconds ?? 0, prices[model]),
          model,
        })),
      );
      const sum = sumQuotes(one.map(({ quote }) => quote));
      const minimum = one.reduce(
        (micro, { quote, model }) => micro + quote.secondsAddedByMinimum * (prices[model] ?? 0),
        0,
      );
      return {
        recordings: waiting.length,
        generations: one.length,
        durationSeconds: measured.reduce((seconds, job) => seconds + (job.durationSeconds ?? 0), 0),
        billableSeconds: sum.billableSeconds,
        secondsAddedByMinimum: sum.secondsAddedByMinimum,
        amount: sum.amount,
        amountAddedByMinimum: sum.amount === null ? null : minimum,
        unmeasured: waiting.length - measured.length,
      };
    }),
    start: os.queue.start.handler(({ input }) => {
      const ids = input.jobIds ?? [...fake.jobs.keys()];
      const { prices } = fake.chosen();
      return { changed: fake.update(ids, (job) => (job.started ? job : startJob(job, input.preset, prices))) };
    }),
    pause: os.queue.pause.handler(({ input }) => pause(input.jobIds)),
    resume: os.queue.resume.handler(({ input }) => resume(input.jobIds)),
    cancel: os.queue.cancel.handler(({ input }) => cancel(input.jobIds)),
    retry: os.queue.retry.handler(({ input }) => retry(input.jobIds)),
    remove: os.queue.remove.handler(({ input }) => {
      const gone = input.jobIds.filter((id) => fake.jobs.delete(id));
      if (gone.length > 0) fake.announce([], gone);
      return { changed: gone.length };
    }),
    pauseAll: os.queue.pauseAll.handler(() => {
      fake.paused = true;
      fake.announce([]);
    }),
    resumeAll: os.queue.resumeAll.handler(() => {
      fake.paused = false;
      fake.announce([]);
    }),
    addModel: os.queue.addModel.handler(({ input }) => {
      const changed = fake.update([input.jobId], (job) =>
        job.generations.some((generation) => generation.model === input.model)
          ? job
          : {
              ...job,
              state: { kind: 'ready' },
              generations: [...job.generations, makeGeneration(job.id, input.model)].sort(
                (one, other) => MODEL_IDS.indexOf(one.model) - MODEL_IDS.indexOf(other.model),
              ),
            },
      );
      if (changed === 0) throw refuse('notPossibleNow');
    }),
    acceptTruncated: os.queue.acceptTruncated.handler(({ input }) => {
      retry([input.jobId]);
    }),
    answer: os.queue.answer.handler(({ input }) => {
      fake.update([input.jobId], (job) => ({ ...job, state: { kind: 'generating' } }));
    }),
  };
}

function connectionHandlers(os: Os, fake: Fake, refuse: Refuse) {
  const find = (id: string) => fake.connections.find((connection) => connection.id === id);
  return {
    list: os.connections.list.handler(() => ({
      connections: [...fake.connections],
      vault: {
        kind: 'keychain' as const,
        sentence: 'Keys are kept in this computer’s keychain, encrypted, for your account only.',
      },
    })),
    add: os.connections.add.handler(({ input: { key: _key, ...details } }) => {
      const added: ConnectionView = {
        ...details,
        id: `connection-${fake.connections.length}`,
        kind: 'remote',
        hasKey: true,
        chosen: false,
        parked: null,
      };
      fake.connections.push(added);
      return added;
    }),
    setKey: os.connections.setKey.handler(({ input }) => {
      const found = find(input.connectionId);
      if (found === undefined) throw refuse('notFound');
      found.hasKey = true;
    }),
    remove: os.connections.remove.handler(({ input }) => {
      fake.connections = fake.connections.filter((connection) => connection.id !== input.connectionId);
    }),
    choose: os.connections.choose.handler(({ input }) => {
      fake.connections = fake.connections.map((each) => ({ ...each, chosen: each.id === input.connectionId }));
    }),
    test: os.connections.test.handler(({ input }) =>
      find(input.connectionId)?.kind === 'built-in'
        ? { ok: true, sentence: 'Answers. Ready to restore.' }
        : { ok: false, sentence: errorOf('serviceUnreachable').userMessage },
    ),
  };
}

export function takesOf(job: JobView) {
  const frames = Math.round((job.durationSeconds ?? 0) * TAKE_RATE);
  const common = { frames, sampleRate: TAKE_RATE, channels: 2, playable: true };
  const results = job.generations.filter((generation) => generation.state === 'stored');
  return [
    {
      ...common,
      id: `original:${job.id}`,
      kind: 'original' as const,
      label: 'Original',
      model: null,
      fileName: job.name,
    },
    ...results.map((generation) => ({
      ...common,
      id: `result:${generation.id}`,
      kind: 'result' as const,
      label: MODELS[generation.model].label,
      model: generation.model,
      fileName: `${job.name} (${generation.model}).wav`,
    })),
  ];
}

function historyOf(job: JobView): HistoryEntry {
  return {
    jobId: job.id,
    name: job.name,
    sourcePath: `/home/me/Podcast/${job.folder === '' ? '' : `${job.folder}/`}${job.name}`,
    connection: job.connection,
    projectId: `project-${job.id}`,
    state: job.state.kind,
    durationSeconds: job.durationSeconds,
    addedAt: job.addedAt,
    finishedAt: job.finishedAt,
    generations: job.generations.map((generation) => ({
      model: generation.model,
      generationId: generation.id,
      state: generation.state,
      billableSeconds: generation.billableSeconds,
      amount: generation.amount,
      exportedPath: generation.exportedPath,
    })),
    error: job.state.kind === 'failed' ? job.state.error.userMessage : null,
  };
}

function nameOf(path: string): string {
  return path.split(/[/\\]/).at(-1) ?? path;
}
