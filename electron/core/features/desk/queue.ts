/** Handlers of the queue group. */

import type { AgainRequest } from '../../../../shared/contract/queue/again.ts';
import type { QueueEvent } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { ownSettings } from '../../../../shared/domain/batch/own-settings.ts';
import { presetOf } from '../../../../shared/domain/batch/presets.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import type { Connections } from '../../connections/connections.ts';
import { samplePaths } from '../../library/import/find-recordings.ts';
import { isManaged } from '../../library/managed-copies.ts';
import { rememberedPreset } from '../../library/presets/chosen-preset.ts';
import { chosenPresetName, presetsIn } from '../../library/presets/presets.ts';
import type { DeskPorts } from '../../ports.ts';
import type { Queue } from '../../queue/open-queue.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';

export interface QueueHandlersPorts extends Pick<DeskPorts, 'newId'> {
  readonly opened: DeskPorts['opened'];
  readonly connections: Connections;
  readonly queue: Queue;
  readonly store: Store;
  /** Folder of managed copies. */
  readonly managed: string;
  readonly samplesDirectory: string;
  readonly checks: PathChecks;
}

interface AddRequest {
  readonly paths: readonly string[];
  readonly preset?: BatchPreset | undefined;
  readonly presetName?: string | undefined;
  readonly start: boolean;
  readonly connectionId?: string | undefined;
  readonly duplicates?: 'use' | 'skip' | undefined;
  readonly leavesOutPaid?: boolean | undefined;
  readonly maxCost?: number | undefined;
}

async function add(ports: QueueHandlersPorts, request: AddRequest, origin: RecordingRow['origin']) {
  const { importer, probeQueue, runner } = ports.queue;
  const batchId = ports.newId();
  const release = runner.holdBatch(batchId);
  try {
    const report = await importer.add({
      batchId,
      paths: request.paths,
      preset: request.preset ?? rememberedPreset(ports.store),
      presetName: request.presetName ?? (request.preset === undefined ? chosenPresetName(ports.store) : null),
      own: request.preset === undefined ? null : ownSettings(request.preset, rememberedPreset(ports.store)),
      connectionId: request.connectionId ?? ports.connections.chosen().id,
      origin,
      duplicates: request.duplicates ?? null,
      leavesOutPaid: request.leavesOutPaid ?? false,
      maxCost: request.maxCost ?? null,
      start: request.start,
    });
    probeQueue.add(report.jobIds);
    return report;
  } finally {
    await release();
  }
}

/** @throws CleartakeError notFound for an unknown preset */
function withSettings(store: Store, { presetId, ...request }: AgainRequest) {
  if (presetId === undefined) return request;
  const preset = presetsIn(store).presets.find(({ id }) => id === presetId);
  if (preset === undefined) throw new CleartakeError('notFound', { detail: 'preset' });
  return { ...request, settings: presetOf(preset.settings) };
}

function watch({ publisher, totals }: Queue, signal: AbortSignal | undefined) {
  const first = () => ({ revision: publisher.revision, jobs: [], removed: [], totals: totals.read() });
  return streamEvents<QueueEvent>(publisher.subscribe, first, signal);
}

export function queueHandlers(ports: QueueHandlersPorts) {
  const { control, dismissSummary, publisher, setPaused, totals, views } = ports.queue;
  const { jobs } = ports.store;
  const { requireAddable, requireOutput } = ports.checks;
  // Managed copies have no source folder: they stay in the library.
  const originOf = (paths: readonly string[]) =>
    paths.every((path) => isManaged(ports.managed, path)) ? 'managed' : 'path';
  const { queue } = os;
  return {
    list: queue.list.handler(({ input }) => ({
      revision: publisher.revision,
      total: jobs.count(),
      jobs: views(jobs.page(input.offset, input.limit)),
      totals: totals.read(),
    })),
    watch: queue.watch.handler(({ signal }) => watch(ports.queue, signal)),
    add: queue.add.handler(async ({ input }) => {
      requireAddable(input.paths);
      requireOutput(input.preset);
      const origin = originOf(input.paths);
      const report = await add(ports, input, origin);
      const skipped = new Set(report.skipped.map(({ path }) => path));
      if (origin === 'path') ports.opened?.(input.paths.filter((path) => !skipped.has(path)));
      return report;
    }),
    addSamples: queue.addSamples.handler(async ({ input }) => {
      requireOutput(input.preset);
      return add(ports, { ...input, paths: await samplePaths(ports.samplesDirectory) }, 'sample');
    }),
    quote: queue.quote.handler(({ input }) => control.quote(input)),
    quotePaths: queue.quotePaths.handler(async ({ input }) => {
      requireAddable(input.paths);
      const connectionId = input.connectionId ?? ports.connections.chosen().id;
      return ports.queue.quotePaths(input.paths, input.preset, connectionId);
    }),
    paidRepeats: queue.paidRepeats.handler(({ input }) => ports.queue.paidRepeats(input)),
    start: queue.start.handler(async ({ input }) => ({ changed: await control.start(input) })),
    agree: queue.agree.handler(async ({ input }) => ({ changed: await control.agree(input.jobIds) })),
    setBatchCap: queue.setBatchCap.handler(({ input }) => control.setBatchCap(input.jobId, input.maxCost)),
    change: queue.change.handler(async ({ input }) => {
      requireOutput(input.changes ?? {});
      return { changed: await control.change(input.jobIds, input.changes) };
    }),
    moveToConnection: queue.moveToConnection.handler(async ({ input }) => ({
      changed: await control.moveToConnection(input.jobIds, input.connectionId),
    })),
    quoteSending: queue.quoteSending.handler(({ input }) => control.quoteSending(input)),
    send: queue.send.handler(async ({ input }) => ({ jobIds: await control.send(input) })),
    quoteAgain: queue.quoteAgain.handler(({ input }) => control.quoteAgain(withSettings(ports.store, input))),
    restoreAgain: queue.restoreAgain.handler(async ({ input: { maxCost, ...input } }) => ({
      jobIds: await control.restoreAgain(withSettings(ports.store, input), maxCost),
    })),
    quoteExcerpt: queue.quoteExcerpt.handler(({ input }) => control.quoteExcerpt(input)),
    tryExcerpt: queue.tryExcerpt.handler(async ({ input }) => ({
      jobId: await control.tryExcerpt(input, input.maxCost),
    })),
    keep: queue.keep.handler(async ({ input }) => ({ changed: await control.keep(input.jobIds) })),
    pause: queue.pause.handler(async ({ input }) => ({ changed: await control.pause(input.jobIds) })),
    resume: queue.resume.handler(async ({ input }) => ({ changed: await control.resume(input.jobIds) })),
    cancel: queue.cancel.handler(async ({ input }) => ({ changed: await control.cancel(input.jobIds) })),
    retry: queue.retry.handler(async ({ input }) => ({ changed: await control.retry(input.jobIds) })),
    downloadAgain: queue.downloadAgain.handler(async ({ input }) => {
      const { downloading, ...others } = await control.downloadAgain(input.jobIds, input.type ?? null);
      return { ...others, downloading: downloading.length };
    }),
    remove: queue.remove.handler(async ({ input }) => ({
      changed: await control.remove(input.jobIds, publisher.removed),
    })),
    clearFinished: queue.clearFinished.handler(async () => ({
      jobIds: await control.clearFinished(publisher.removed),
    })),
    restore: queue.restore.handler(async ({ input }) => ({ changed: await control.restore(input.jobIds) })),
    dismissSummary: queue.dismissSummary.handler(() => dismissSummary()),
    move: queue.move.handler(async ({ input }) => ({ changed: await control.move(input.jobIds, input.before) })),
    arrange: queue.arrange.handler(async ({ input }) => ({ changed: await control.arrange(input.jobIds) })),
    prioritize: queue.prioritize.handler(async ({ input }) => ({
      changed: await control.prioritize(input.jobIds, input.priority),
    })),
    pauseAll: queue.pauseAll.handler(() => setPaused(true)),
    resumeAll: queue.resumeAll.handler(() => setPaused(false)),
    addModel: queue.addModel.handler(({ input }) => control.addModel(input.jobId, input.model)),
    acceptTruncated: queue.acceptTruncated.handler(({ input }) => control.acceptTruncated(input.jobId)),
    accept: queue.accept.handler(async ({ input }) => ({ changed: await control.accept(input.jobIds) })),
    redo: queue.redo.handler(async ({ input }) => ({
      jobId: control.redo(input.jobId, input.maxCost, publisher.removed),
    })),
    answer: queue.answer.handler(({ input }) => control.answer(input.jobId, input.answer)),
  };
}
