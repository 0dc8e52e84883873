/** Which part of a recording is tried: its worst minute, or a passage that the person chose; and what the excerpt is called. Pure. */

import { LEAST_EXCERPT_SECONDS } from '../../../../shared/contract/queue/excerpts.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import type { Passage } from '../../../../shared/domain/listening/verdict.ts';
import { MINIMUM_BILLABLE_SECONDS } from '../../../../shared/domain/money.ts';
import { passageName } from '../../../../shared/domain/naming/passage-name.ts';
import { safeFileName } from '../../../../shared/domain/naming/safe-name.ts';
import { formatDuration } from '../../../../shared/domain/units.ts';
import type { RecordingRow } from '../../store/schema.ts';
import { EXCERPT } from '../../strings.ts';

/** A part of a recording, in frames at its own rate. */
export interface Minute {
  readonly fromFrame: number;
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Chosen by the person. */
  readonly isChosen?: true;
}

/** As long as what a service bills at least. Null where the whole costs no more, and where no minute has enough speech to judge by. */
export function worstMinuteOf({ frames, measures, sampleRate }: RecordingRow): Minute | null {
  const worst = measures?.worstMinute ?? null;
  if (worst === null || frames === null || sampleRate === null) return null;
  const most = MINIMUM_BILLABLE_SECONDS * sampleRate;
  if (frames <= most) return null;
  return { fromFrame: Math.min(worst.fromFrame, frames - most), frames: most, sampleRate };
}

/** Null where it is the whole recording. @throws CleartakeError notPossibleNow for one that is too short to judge by */
export function chosenPart({ frames, sampleRate }: RecordingRow, { startSeconds, endSeconds }: Passage): Minute | null {
  if (frames === null || sampleRate === null) return null;
  const fromFrame = Math.round(startSeconds * sampleRate);
  const toFrame = Math.min(frames, Math.round(endSeconds * sampleRate));
  if (toFrame - fromFrame < LEAST_EXCERPT_SECONDS * sampleRate) throw new CleartakeError('notPossibleNow');
  if (toFrame - fromFrame === frames) return null;
  return { fromFrame, frames: toFrame - fromFrame, sampleRate, isChosen: true };
}

/** `interview, minute from 12.04.wav`, `interview, 12m4.0s–12m20.1s.wav` */
export function excerptName(name: string, { frames, fromFrame, isChosen, sampleRate }: Minute): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const fromSeconds = fromFrame / sampleRate;
  if (isChosen === true)
    return safeFileName(`${stem}, ${passageName(fromSeconds, fromSeconds + frames / sampleRate)}.wav`);
  const at = formatDuration(fromSeconds).replaceAll(':', '.');
  return safeFileName(`${stem}${EXCERPT.nameSuffix(at)}.wav`);
}
