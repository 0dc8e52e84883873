/** What trying a part of a finished recording at a service costs. */

import { createHash } from 'node:crypto';
import path from 'node:path';
import type { ExcerptQuote } from '../../../../shared/contract/queue/excerpts.ts';
import { LEAST_EXCERPT_SECONDS } from '../../../../shared/contract/queue/excerpts.ts';
import type { BatchPreset } from '../../../../shared/domain/batch/batch-preset.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Passage } from '../../../../shared/domain/listening/verdict.ts';
import type { ModelId } from '../../../../shared/domain/models.ts';
import { MINIMUM_BILLABLE_SECONDS } from '../../../../shared/domain/money.ts';
import { passageName } from '../../../../shared/domain/naming/passage-name.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import type { Store } from '../../store/open-store.ts';
import type { ConnectionRow, JobRow, RecordingRow } from '../../store/schema.ts';
import { EXCERPT } from '../../strings.ts';
import { type QuotePorts, quoteRecordings } from '../money/quote.ts';
import type { QueueContext } from '../parts/queue-context.ts';

export interface ExcerptRequest {
  /** A finished job. */
  readonly jobId: string;
  readonly connectionId: string;
  readonly models: readonly ModelId[];
  /** The worst minute if absent. */
  readonly passage?: Passage | undefined;
}

/** What an excerpt is made of, and for what. */
export interface ExcerptPlan {
  readonly source: JobRow;
  readonly recording: RecordingRow;
  readonly connection: ConnectionRow;
  readonly minute: Minute;
  readonly preset: BatchPreset;
  readonly name: string;
  /** The file that is cut: the same for the same minute of the same content. */
  readonly file: string;
}

/** Null where the recording should be sent whole. @throws CleartakeError notFound, notPossibleNow */
export function planExcerpt(
  { paths, store }: Pick<QueueContext, 'paths' | 'store'>,
  { connectionId, jobId, models, passage }: ExcerptRequest,
): ExcerptPlan | null {
  const connection = store.connections.get(connectionId);
  if (connection === undefined || connection.removedAt !== null)
    throw new CleartakeError('notFound', { detail: 'connection' });
  const source = store.jobs.find(jobId);
  if (source === undefined || source.removedAt !== null) throw new CleartakeError('notFound', { detail: 'job' });
  const recording = store.recordings.get(source.recordingId);
  const { contentHash, origin } = recording;
  const { startedAs: _, excerpt, ...settings } = source.preset;
  const isWhole = source.stateKind === 'done' && excerpt === undefined && origin !== 'lost';
  if (!isWhole || contentHash === null) throw new CleartakeError('notPossibleNow');
  const minute = passage === undefined ? worstMinuteOf(recording) : chosenPart(recording, passage);
  if (minute === null) return null;
  const name = excerptName(recording.name, minute);
  const hash = createHash('sha256').update([contentHash, minute.fromFrame, minute.frames, name].join('\0'));
  const file = path.join(paths.managed, hash.digest('hex').slice(0, 32), name);
  // Nothing of it goes to an output folder, and what was restored before is used, also where it is free.
  const preset: BatchPreset = { ...settings, models: [...models], output: { kind: 'library' }, reuse: true };
  return { source, recording, connection, minute, preset, name, file };
}

/** By model, the generation whose result would be used again. */
export function earlierExcerpts(
  store: Pick<Store, 'earlier' | 'recordings'>,
  { connection, file, preset }: ExcerptPlan,
): ReadonlyMap<ModelId, string> {
  const found = new Map<ModelId, string>();
  const contentHash = store.recordings.hashOf(file);
  if (contentHash === null) return found;
  for (const model of preset.models) {
    const job = { id: '', connectionId: connection.id, preset };
    const earlier = store.earlier
      .equal(job, contentHash, model)
      .find(({ generation, result }) => generation.stateKind === 'stored' && result !== null);
    if (earlier !== undefined) found.set(model, earlier.generation.id);
  }
  return found;
}

/** @throws CleartakeError notFound, notPossibleNow */
export function quoteExcerpt(context: QuotePorts & Pick<QueueContext, 'paths'>, request: ExcerptRequest): ExcerptQuote {
  const plan = planExcerpt(context, request);
  if (plan === null) return { minute: null, amount: null, amountAddedByMinimum: null, reusable: 0, cap: null };
  const { fromFrame, frames, sampleRate } = plan.minute;
  const earlier = earlierExcerpts(context.store, plan);
  const seconds = frames / sampleRate;
  const { connectionId } = request;
  const quote = quoteRecordings(context, [{ connectionId, preset: plan.preset, seconds, earlier }]);
  return {
    minute: { fromSeconds: fromFrame / sampleRate, seconds },
    amount: quote.amount,
    amountAddedByMinimum: quote.amountAddedByMinimum,
    reusable: quote.reusable,
    cap: quote.connections[0]?.cap ?? null,
  };
}

/** A part of a recording, in frames at its own rate. */
interface Minute {
  readonly fromFrame: number;
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Chosen by the person. */
  readonly isChosen?: true;
}

/** As long as what a service bills at least. Null where the whole costs no more, and where no minute has enough speech to judge by. */
function worstMinuteOf({ frames, measures, sampleRate }: RecordingRow): Minute | null {
  const worst = measures?.worstMinute ?? null;
  if (worst === null || frames === null || sampleRate === null) return null;
  const most = MINIMUM_BILLABLE_SECONDS * sampleRate;
  if (frames <= most) return null;
  return { fromFrame: Math.min(worst.fromFrame, frames - most), frames: most, sampleRate };
}

/** Null where it is the whole recording. @throws CleartakeError notPossibleNow for one that is too short to judge by */
function chosenPart({ frames, sampleRate }: RecordingRow, { startSeconds, endSeconds }: Passage): Minute | null {
  if (frames === null || sampleRate === null) return null;
  const fromFrame = Math.round(startSeconds * sampleRate);
  const toFrame = Math.min(frames, Math.round(endSeconds * sampleRate));
  if (toFrame - fromFrame < LEAST_EXCERPT_SECONDS * sampleRate) throw new CleartakeError('notPossibleNow');
  if (toFrame - fromFrame === frames) return null;
  return { fromFrame, frames: toFrame - fromFrame, sampleRate, isChosen: true };
}

/** `interview, minute from 12.04.wav`, `interview, 12m4.0s–12m20.1s.wav` */
function excerptName(name: string, { frames, fromFrame, isChosen, sampleRate }: Minute): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const fromSeconds = fromFrame / sampleRate;
  if (isChosen === true)
    return safeFileName(`${stem}, ${passageName(fromSeconds, fromSeconds + frames / sampleRate)}.wav`);
  const at = formatDuration(fromSeconds).replaceAll(':', '.');
  return safeFileName(`${stem}${EXCERPT.nameSuffix(at)}.wav`);
}
