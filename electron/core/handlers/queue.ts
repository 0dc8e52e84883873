/** Handlers of the queue group. */

import type { QueueEvent } from '../../../shared/contract/views.ts';
import { type BatchPreset, batchPresetSchema, DEFAULT_BATCH_PRESET } from '../../../shared/domain/batch-preset.ts';
import type { DeskParts } from '../desk-parts.ts';
import { samplePaths } from '../library/import/samples.ts';
import { isManaged } from '../library/managed-copies.ts';
import { addModel, quoteStart, startJobs } from '../queue/admission.ts';
import { moveJobs, prioritizeJobs } from '../queue/order.ts';
import { jobViews } from '../queue/views/views.ts';
import type { RecordingRow } from '../store/schema.ts';
import { refusing } from './refusing.ts';
import { os } from './router.ts';

/** The remembered preset, or the default where none fits. */
export function rememberedPreset(parts: DeskParts): BatchPreset {
  return batchPresetSchema.safeParse(parts.context.store.settings.get('preset')).data ?? DEFAULT_BATCH_PRESET;
}

interface AddRequest {
  readonly paths: readonly string[];
  readonly preset?: BatchPreset | undefined;
  readonly start: boolean;
  readonly connectionId?: string | undefined;
  readonly maxCost?: number | undefined;
}

async function add(parts: DeskParts, request: AddRequest, origin: RecordingRow['origin']) {
  const { context, glance, importer, publisher, runner } = parts;
  const batchId = context.ports.newId();
  const release = runner.holdBatch(batchId);
  try {
    const report = await importer.add({
      batchId,
      paths: request.paths,
      preset: request.preset ?? rememberedPreset(parts),
      connectionId: request.connectionId ?? context.connections.chosen().id,
      origin,
      maxCost: request.maxCost ?? null,
      start: request.start,
    });
    for (const jobId of report.jobIds) publisher.touch(jobId);
    glance.look(report.jobIds);
    return report;
  } finally {
    await release();
  }
}

/** Managed copies come from the library's own uploads; they stay there and have no source folder. */
function originOf(parts: DeskParts, paths: readonly string[]): RecordingRow['origin'] {
  return paths.every((path) => isManaged(parts.context.paths.managed, path)) ? 'managed' : 'path';
}

/** Listens from the call on, whenever the first event is asked for. */
function watch(parts: DeskParts, signal: AbortSignal | undefined): AsyncIteratorObject<QueueEvent, void, void> {
  const { publisher, runner, totals } = parts;
  const pending: QueueEvent[] = [];
  const over = new AbortController();
  let wake: () => void = () => undefined;
  const unsubscribe = publisher.subscribe((event) => {
    pending.push(event);
    wake();
  });
  pending.push({ revision: publisher.revision, jobs: [], removed: [], totals: totals.read(runner.paused) });
  function end(): void {
    void unsubscribe();
    over.abort();
    wake();
  }
  signal?.addEventListener('abort', end, { once: true, signal: over.signal });
  if (signal?.aborted) end();
  const ended: IteratorResult<QueueEvent, void> = { done: true, value: undefined };
  return {
    async next() {
      while (!over.signal.aborted) {
        const event = pending.shift();
        if (event !== undefined) return { done: false, value: event };
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
      return ended;
    },
    async return() {
      end();
      return ended;
    },
    async throw(failure) {
      end();
      throw failure;
    },
    [Symbol.asyncIterator]() {
      return this;
    },
    async [Symbol.asyncDispose]() {
      end();
    },
  };
}

export function queueHandlers(parts: DeskParts) {
  const { context, control, publisher, runner, totals } = parts;
  const { queue } = os;
  return {
    list: queue.list.handler(({ input }) => ({
      revision: publisher.revision,
      total: context.store.jobs.count(),
      jobs: jobViews(context, context.store.jobs.page(input.offset, input.limit)),
      totals: totals.read(runner.paused),
    })),
    watch: queue.watch.handler(({ signal }) => watch(parts, signal)),
    add: queue.add.handler(({ input, errors }) =>
      refusing(errors, () => add(parts, input, originOf(parts, input.paths))),
    ),
    addSamples: queue.addSamples.handler(({ input, errors }) =>
      refusing(errors, async () =>
        add(parts, { ...input, paths: await samplePaths(context.settings.samplesDirectory) }, 'sample'),
      ),
    ),
    quote: queue.quote.handler(({ input }) => quoteStart(context, input.preset, input.jobIds)),
    start: queue.start.handler(({ input, errors }) =>
      refusing(errors, async () => {
        const changed = await startJobs(context, input.preset, input.jobIds);
        runner.wake();
        return { changed };
      }),
    ),
    pause: queue.pause.handler(async ({ input }) => ({ changed: await control.pause(input.jobIds) })),
    resume: queue.resume.handler(async ({ input }) => ({ changed: await control.resume(input.jobIds) })),
    cancel: queue.cancel.handler(async ({ input }) => ({ changed: await control.cancel(input.jobIds) })),
    retry: queue.retry.handler(async ({ input }) => ({ changed: await control.retry(input.jobIds) })),
    remove: queue.remove.handler(async ({ input }) => ({
      changed: await control.remove(input.jobIds, publisher.removed),
    })),
    move: queue.move.handler(({ input, errors }) =>
      refusing(errors, async () => ({ changed: await moveJobs(context, input.jobIds, input.before) })),
    ),
    prioritize: queue.prioritize.handler(async ({ input }) => {
      const changed = await prioritizeJobs(context, input.jobIds, input.priority);
      runner.wake();
      return { changed };
    }),
    pauseAll: queue.pauseAll.handler(() => parts.setPaused(true)),
    resumeAll: queue.resumeAll.handler(() => parts.setPaused(false)),
    addModel: queue.addModel.handler(({ input, errors }) =>
      refusing(errors, () => {
        addModel(context, input.jobId, input.model);
        runner.wake();
      }),
    ),
    acceptTruncated: queue.acceptTruncated.handler(({ input, errors }) =>
      refusing(errors, () => control.acceptTruncated(input.jobId)),
    ),
    answer: queue.answer.handler(({ input, errors }) =>
      refusing(errors, () => control.answer(input.jobId, input.answer)),
    ),
  };
}
