/** Handlers of the queue group. */

import type { AgainRequest } from '../../../../shared/contract/queue/queue.ts';
import type { QueueEvent } from '../../../../shared/contract/views.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { presetOf } from '../../../../shared/domain/batch/presets.ts';
import { type RowSettings, rowSettings } from '../../../../shared/domain/batch/row-settings.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import type { PathChecks } from '../../calls/path-policy.ts';
import { os } from '../../calls/router.ts';
import { streamEvents } from '../../calls/stream-events.ts';
import type { Connections } from '../../connections/connections.ts';
import { samplePaths } from '../../library/import/find-recordings.ts';
import { readTypedRecordings } from '../../library/import/path-lists.ts';
import { isManaged } from '../../library/managed-copies.ts';
import { rememberedPreset } from '../../library/presets/chosen-preset.ts';
import { chosenPresetName, presetsIn } from '../../library/presets/presets.ts';
import type { DeskPorts } from '../../ports.ts';
import {
  agree,
  answerJob,
  cancelJobs,
  pauseJobs,
  pauseQueue,
  removeJobs,
  repairJobs,
  resumeJobs,
  retryJobs,
  setBatchCap,
  takeOn,
} from '../../queue/actions.ts';
import { addModel, quoteStart, startJobs } from '../../queue/admission.ts';
import { changeSettings, moveToConnection } from '../../queue/changes/change-waiting.ts';
import { chooseTracks, tracksOfRow } from '../../queue/changes/choose-tracks.ts';
import { downloadAgain } from '../../queue/download-again.ts';
import { quoteExcerpt } from '../../queue/excerpts/quote-excerpt.ts';
import { tryExcerpt } from '../../queue/excerpts/try-excerpt.ts';
import { findSplitJobs, joinJobs, splitJob } from '../../queue/joining/join-jobs.ts';
import { joinChannels, splitChannels } from '../../queue/joining/split-channels.ts';
import { quotePaths } from '../../queue/money/quote-paths.ts';
import { quoteRepair } from '../../queue/money/quote-repair.ts';
import type { Queue } from '../../queue/open-queue.ts';
import { arrangeJobs, moveJobs, prioritizeJobs } from '../../queue/order.ts';
import { findPaidRepeats } from '../../queue/paid-repeats.ts';
import { restoreRemoved } from '../../queue/removal.ts';
import { acceptReviewed, redoReviewed } from '../../queue/review/review.ts';
import { quoteAgain, restoreAgain } from '../../queue/sending/again.ts';
import { keepMarked } from '../../queue/sending/marked.ts';
import { quoteSending, send } from '../../queue/sending/send.ts';
import type { Store } from '../../store/open-store.ts';
import type { RecordingRow } from '../../store/schema.ts';

export interface QueueHandlersPorts extends Pick<DeskPorts, 'files' | 'newId'> {
  readonly surroundings: DeskPorts['surroundings'];
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
  readonly partial?: boolean | undefined;
  readonly join?: boolean | undefined;
  readonly splitChannels?: boolean | undefined;
  readonly maxCost?: number | undefined;
}

/** The rule for tracks has done its work once a recording is added. */
function ownOf(preset: BatchPreset, remembered: BatchPreset): RowSettings | null {
  const { track: _, ...settings } = preset;
  const { track: __, ...others } = remembered;
  return rowSettings(settings, others);
}

async function add(ports: QueueHandlersPorts, request: AddRequest, origin: RecordingRow['origin']) {
  const { importer, probeQueue, runner } = ports.queue;
  const batchId = ports.newId();
  const release = runner.gatherBatch(batchId);
  try {
    const report = await importer.add({
      batchId,
      paths: request.paths,
      preset: request.preset ?? rememberedPreset(ports.store),
      presetName: request.presetName ?? (request.preset === undefined ? chosenPresetName(ports.store) : null),
      own: request.preset === undefined ? null : ownOf(request.preset, rememberedPreset(ports.store)),
      connectionId: request.connectionId ?? ports.connections.chosen().id,
      origin,
      duplicates: request.duplicates ?? null,
      leavesOutPaid: request.leavesOutPaid ?? false,
      acceptTruncated: request.partial ?? false,
      joins: request.join ?? false,
      splitsChannels: request.splitChannels ?? false,
      maxCost: request.maxCost ?? null,
      start: request.start,
    });
    probeQueue.add(report.jobIds);
    const parts = await findSplitJobs(ports.queue.context, report.jobIds);
    return parts.length === 0 ? report : { ...report, parts };
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
  const { context, dismissSummary, probeQueue, publisher, runner, totals, views } = ports.queue;
  const { jobs } = ports.store;
  const { requireAddable, requireOutput, requireTyped } = ports.checks;
  // Managed copies have no source folder: they stay in the library.
  const originOf = (paths: readonly string[]) =>
    paths.every((path) => isManaged(ports.managed, path)) ? 'managed' : 'path';

  /** Afterward jobs may have become runnable. */
  function woken<Call, Result>(work: (call: Call) => Result | Promise<Result>): (call: Call) => Promise<Result> {
    return async (call) => {
      const result = await work(call);
      runner.wake();
      return result;
    };
  }

  const { queue } = os;
  const inTurn = createTurns();
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
    addTyped: queue.addTyped.handler(async ({ input: { text, ...input } }) => {
      const typed = await readTypedRecordings(ports.files, text, ports.surroundings ?? { environment: {}, home: '' });
      requireTyped(typed.paths);
      const leftOut = [...typed.skipped];
      if (typed.paths.length === 0) return { batchId: '', jobIds: [], skipped: leftOut };
      const report = await add(ports, { ...input, paths: typed.paths }, 'path');
      return { ...report, skipped: [...leftOut, ...report.skipped] };
    }),
    addSamples: queue.addSamples.handler(async ({ input }) => {
      requireOutput(input.preset);
      return add(ports, { ...input, paths: await samplePaths(ports.samplesDirectory) }, 'sample');
    }),
    quote: queue.quote.handler(async ({ input }) => {
      const { uncounted, view } = await quoteStart(context, input);
      probeQueue.count(uncounted);
      return view;
    }),
    quotePaths: queue.quotePaths.handler(async ({ input }) => {
      requireAddable(input.paths);
      const connectionId = input.connectionId ?? ports.connections.chosen().id;
      return quotePaths(context, { ...input, connectionId });
    }),
    paidRepeats: queue.paidRepeats.handler(({ input }) => findPaidRepeats(context, input)),
    start: queue.start.handler(woken(async ({ input }) => ({ changed: await startJobs(context, input) }))),
    agree: queue.agree.handler(woken(async ({ input }) => ({ changed: await agree(context, input.jobIds) }))),
    setBatchCap: queue.setBatchCap.handler(({ input }) => setBatchCap(context, input.jobId, input.maxCost)),
    change: queue.change.handler(
      woken(async ({ input }) => {
        requireOutput(input.changes ?? {});
        return { changed: await changeSettings(context, input.jobIds, input.changes) };
      }),
    ),
    tracks: queue.tracks.handler(({ input }) => tracksOfRow(context, input.jobId)),
    chooseTracks: queue.chooseTracks.handler(async ({ input }) => {
      const { jobIds, refused } = await inTurn(() => chooseTracks(context, input.jobId, input.numbers));
      probeQueue.add(jobIds);
      return { jobIds: [...jobIds], refused: [...refused] };
    }),
    splitChannels: queue.splitChannels.handler(async ({ input }) => {
      const { jobIds, silent } = await inTurn(() => splitChannels(context, input.jobId));
      probeQueue.add(jobIds);
      return { jobIds: [...jobIds], silent };
    }),
    joinChannels: queue.joinChannels.handler(({ input }) =>
      inTurn(async () => ({ jobId: joinChannels(context, input.jobId) })),
    ),
    moveToConnection: queue.moveToConnection.handler(async ({ input }) => ({
      changed: await moveToConnection(context, input.jobIds, input.connectionId),
    })),
    quoteSending: queue.quoteSending.handler(({ input }) => quoteSending(context, input)),
    send: queue.send.handler(async ({ input }) => {
      const jobIds = await send(context, input);
      takeOn(context, jobIds);
      return { jobIds };
    }),
    quoteAgain: queue.quoteAgain.handler(({ input }) => quoteAgain(context, withSettings(ports.store, input))),
    restoreAgain: queue.restoreAgain.handler(async ({ input: { maxCost, ...input } }) => {
      requireOutput(input.settings ?? {});
      const jobIds = await restoreAgain(context, withSettings(ports.store, input), maxCost);
      takeOn(context, jobIds);
      return { jobIds };
    }),
    quoteExcerpt: queue.quoteExcerpt.handler(({ input }) => quoteExcerpt(context, input)),
    tryExcerpt: queue.tryExcerpt.handler(async ({ input }) => {
      const jobId = await context.excerptInTurn(() => tryExcerpt(context, input, input.maxCost));
      takeOn(context, [jobId]);
      return { jobId };
    }),
    keep: queue.keep.handler(async ({ input }) => ({ changed: await keepMarked(context, input.jobIds) })),
    pause: queue.pause.handler(async ({ input }) => ({ changed: await pauseJobs(context, input.jobIds) })),
    resume: queue.resume.handler(async ({ input }) => ({ changed: await resumeJobs(context, input.jobIds) })),
    cancel: queue.cancel.handler(async ({ input }) => ({ changed: await cancelJobs(context, input.jobIds) })),
    retry: queue.retry.handler(async ({ input }) => ({ changed: await retryJobs(context, input.jobIds) })),
    downloadAgain: queue.downloadAgain.handler(
      woken(async ({ input }) => {
        const { downloading, ...others } = await downloadAgain(context, input.jobIds, input.type ?? null);
        takeOn(context, downloading);
        for (const id of downloading) context.transitions.touch(id);
        return { ...others, downloading: downloading.length };
      }),
    ),
    remove: queue.remove.handler(async ({ input }) => ({ changed: (await removeJobs(context, input.jobIds)).length })),
    clearFinished: queue.clearFinished.handler(async () => ({ jobIds: await removeJobs(context, jobs.clearable()) })),
    restore: queue.restore.handler(async ({ input }) => ({ changed: await restoreRemoved(context, input.jobIds) })),
    dismissSummary: queue.dismissSummary.handler(() => dismissSummary()),
    move: queue.move.handler(async ({ input }) => ({ changed: await moveJobs(context, input.jobIds, input.before) })),
    arrange: queue.arrange.handler(woken(async ({ input }) => ({ changed: await arrangeJobs(context, input.jobIds) }))),
    prioritize: queue.prioritize.handler(
      woken(async ({ input }) => ({ changed: await prioritizeJobs(context, input.jobIds, input.priority) })),
    ),
    pauseAll: queue.pauseAll.handler(() => pauseQueue(context, true)),
    resumeAll: queue.resumeAll.handler(() => pauseQueue(context, false)),
    addModel: queue.addModel.handler(woken(({ input }) => addModel(context, input.jobId, input.model))),
    quoteRepair: queue.quoteRepair.handler(({ input }) => quoteRepair(context, input.jobIds)),
    repair: queue.repair.handler(async ({ input }) => ({ changed: await repairJobs(context, input.jobIds) })),
    accept: queue.accept.handler(
      woken(async ({ input }) => ({ changed: await acceptReviewed(context, input.jobIds) })),
    ),
    redo: queue.redo.handler(
      woken(({ input }) => ({ jobId: redoReviewed(context, input.jobId, input.maxCost, publisher.removed) })),
    ),
    join: queue.join.handler(async ({ input }) => {
      const jobId = await joinJobs(context, input.jobIds);
      probeQueue.add([jobId]);
      return { jobId };
    }),
    split: queue.split.handler(({ input }) => splitJob(context, input.jobId)),
    answer: queue.answer.handler(woken(({ input }) => answerJob(context, input.jobId, input.answer))),
  };
}
