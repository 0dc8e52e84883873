/** Where the worst minute of a recording is, and what an excerpt with it is called. Pure. */

import { MINIMUM_BILLABLE_SECONDS } from '../../../../shared/domain/money.ts';
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
}

/** As long as what a service bills at least. Null where the whole costs no more, and where no minute has enough speech to judge by. */
export function worstMinuteOf({ frames, measures, sampleRate }: RecordingRow): Minute | null {
  const worst = measures?.worstMinute ?? null;
  if (worst === null || frames === null || sampleRate === null) return null;
  const most = MINIMUM_BILLABLE_SECONDS * sampleRate;
  if (frames <= most) return null;
  return { fromFrame: Math.min(worst.fromFrame, frames - most), frames: most, sampleRate };
}

/** `interview, minute from 12.04.wav` */
export function excerptName(name: string, { fromFrame, sampleRate }: Minute): string {
  const dot = name.lastIndexOf('.');
  const stem = dot > 0 ? name.slice(0, dot) : name;
  const at = formatDuration(fromFrame / sampleRate).replaceAll(':', '.');
  return safeFileName(`${stem}${EXCERPT.nameSuffix(at)}.wav`);
}
