/** The engine's export: a result on its way to the output folder, mixed with its original, made as loud as is wanted, in the format wanted. */

import type { ExportSettings } from '../domain/export-settings.ts';

export interface ExportParams extends ExportSettings {
  /** The recording: it says how long the export is, its rate, and what it is called. */
  readonly original: string;
  readonly result: string;
  /** Replaced when it exists. */
  readonly output: string;
  /** dBTP; -1 when absent. Only looked at with a loudness. */
  readonly truePeak?: number;
}

export interface SoundFigures {
  /** LUFS, integrated; null for silence. */
  readonly loudness: number | null;
  /** dBTP; null for silence. */
  readonly truePeak: number | null;
}

/** What was done to the sound, for those who want to see it. */
export interface ExportFigures {
  /** Of original and result as they are mixed. */
  readonly before: SoundFigures;
  /** Of the file as it decodes. */
  readonly after: SoundFigures;
  /** dB. */
  readonly gain: number;
  /** Whether the gain alone would have passed the true peak, so that peaks were limited. */
  readonly limited: boolean;
  /** Frames by which the result was behind the original, and which were taken out; null where the two are too different to tell. */
  readonly lag: number | null;
}

export interface ExportResult {
  /**
   * `rendered`: decoded and encoded again. `copied`: the result's own packets, with what else belongs to the file. `as-is`: the result
   * already is what was asked for, and nothing was written.
   */
  readonly kind: 'rendered' | 'copied' | 'as-is';
  /** Extension without its dot. */
  readonly extension: string;
  readonly contentType: string;
  /** Whether the original's pictures are in it. A container that refuses them is left for one of sound alone. */
  readonly isVideo: boolean;
  /** Of the file; of the result when nothing was written. */
  readonly bytes: number;
  /** Null where nothing about the sound was changed. */
  readonly figures: ExportFigures | null;
}
