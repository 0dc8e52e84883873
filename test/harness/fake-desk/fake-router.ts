/** The whole contract over a queue in memory: for tests of what carries it, and of hosts without a core. */

import { os } from '../../../electron/core/handlers/router.ts';
import { type BatchPreset, DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';
import { CleartakeError, type ErrorCode } from '../../../shared/domain/errors.ts';
import { DEFAULT_PREFERENCES } from '../../../shared/domain/preferences.ts';
import { createFakeQueue, type FakeQueue } from './fake-queue.ts';

/** What the fake calls a path that nobody may read. */
export const UNREADABLE_PATH = '/unreadable.wav';
/** What the fake breaks on, as a defect in a handler would. */
export const BREAKING_PATH = '/breaks.wav';

export type FakeRouter = ReturnType<typeof createFakeRouter>['router'];

export function createFakeRouter(queue: FakeQueue = createFakeQueue()) {
  let preset: BatchPreset = DEFAULT_BATCH_PRESET;

  function addPaths(paths: readonly string[], start: boolean) {
    if (paths.includes(BREAKING_PATH)) throw new Error('a secret detail of the inside');
    const readable = paths.filter((path) => path !== UNREADABLE_PATH);
    const skipped = paths
      .filter((path) => path === UNREADABLE_PATH)
      .map((path) => ({ path, reason: refusalOf('sourceUnreadable').userMessage }));
    return { batchId: 'batch-1', jobIds: readable.map((path) => queue.add(path, start).id), skipped };
  }

  const router = os.router({
    system: {
      info: os.system.info.handler(() => ({
        version: '0.0.0',
        host: 'browser',
        platform: 'linux',
        dataDirectory: '/data',
        filesHavePaths: false,
        samples: 3,
      })),
      preset: os.system.preset.handler(() => preset),
      setPreset: os.system.setPreset.handler(({ input }) => {
        preset = input;
      }),
      preferences: os.system.preferences.handler(() => DEFAULT_PREFERENCES),
      setPreferences: os.system.setPreferences.handler(({ input }) => ({ ...DEFAULT_PREFERENCES, ...input })),
      notices: os.system.notices.handler(() => []),
      dismissNotice: os.system.dismissNotice.handler(() => undefined),
      reveal: os.system.reveal.handler(() => ({ shown: false })),
    },
    queue: {
      list: os.queue.list.handler(({ input }) => ({
        revision: queue.revision(),
        total: queue.jobs.length,
        jobs: queue.jobs.slice(input.offset, input.offset + input.limit),
        totals: queue.totals(),
      })),
      watch: os.queue.watch.handler(({ signal }) => queue.watch(signal)),
      add: os.queue.add.handler(({ input, errors }) => {
        if (input.paths.every((path) => path === UNREADABLE_PATH)) {
          throw errors.REFUSED({ data: refusalOf('sourceUnreadable') });
        }
        return addPaths(input.paths, input.start);
      }),
      addSamples: os.queue.addSamples.handler(({ input }) => addPaths(['/samples/one.wav'], input.start)),
      quote: os.queue.quote.handler(({ input }) => ({
        recordings: queue.jobs.length,
        generations: queue.jobs.length * input.preset.models.length,
        durationSeconds: queue.jobs.length * 60,
        billableSeconds: queue.jobs.length * 60 * input.preset.models.length,
        secondsAddedByMinimum: 0,
        amount: 0,
        amountAddedByMinimum: 0,
        reusable: 0,
        unmeasured: 0,
        unmeasuredMayCost: false,
      })),
      start: os.queue.start.handler(({ input }) => ({
        changed: queue.change(input.jobIds ?? queue.jobs.map((job) => job.id), { kind: 'preparing' }),
      })),
      pause: os.queue.pause.handler(({ input }) => ({
        changed: queue.change(input.jobIds, { kind: 'paused', from: 'queued' }),
      })),
      resume: os.queue.resume.handler(({ input }) => ({ changed: queue.change(input.jobIds, { kind: 'queued' }) })),
      cancel: os.queue.cancel.handler(({ input }) => ({
        changed: queue.change(input.jobIds, { kind: 'cancelled', from: 'queued' }),
      })),
      retry: os.queue.retry.handler(({ input }) => ({ changed: queue.change(input.jobIds, { kind: 'queued' }) })),
      remove: os.queue.remove.handler(({ input }) => ({ changed: queue.remove(input.jobIds) })),
      move: os.queue.move.handler(({ input }) => ({ changed: input.jobIds.length })),
      prioritize: os.queue.prioritize.handler(({ input }) => ({ changed: input.jobIds.length })),
      pauseAll: os.queue.pauseAll.handler(() => undefined),
      resumeAll: os.queue.resumeAll.handler(() => undefined),
      addModel: os.queue.addModel.handler(({ errors }) => {
        throw errors.REFUSED({ data: refusalOf('notPossibleNow') });
      }),
      acceptTruncated: os.queue.acceptTruncated.handler(() => undefined),
      answer: os.queue.answer.handler(() => undefined),
    },
    listening: {
      takes: os.listening.takes.handler(({ input, errors }) => {
        const job = queue.jobs.find((one) => one.id === input.jobId);
        if (job === undefined) throw errors.REFUSED({ data: refusalOf('notFound') });
        return { job, takes: [] };
      }),
    },
    history: { search: os.history.search.handler(() => ({ total: 0, entries: [] })) },
    connections: {
      list: os.connections.list.handler(() => ({
        connections: [],
        vault: { kind: 'memory', sentence: 'Kept until the fake ends.' },
      })),
      add: os.connections.add.handler(({ errors }) => {
        throw errors.REFUSED({ data: refusalOf('notPossibleNow') });
      }),
      update: os.connections.update.handler(({ errors }) => {
        throw errors.REFUSED({ data: refusalOf('notPossibleNow') });
      }),
      setKey: os.connections.setKey.handler(() => undefined),
      remove: os.connections.remove.handler(() => undefined),
      choose: os.connections.choose.handler(() => undefined),
      test: os.connections.test.handler(() => ({ ok: true, sentence: 'It answers.' })),
    },
  });
  return { router, queue };
}

function refusalOf(code: ErrorCode): { code: ErrorCode; userMessage: string } {
  return { code, userMessage: new CleartakeError(code).userMessage };
}
