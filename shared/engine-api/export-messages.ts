/** The engine's export: mixes a result with its original, brings it to a loudness, and writes it in a format. */

import type { LeftOut } from '../domain/export/left-out.ts';
import type { SoundFigures } from '../domain/export/level.ts';
import type { ExportChannels, ExportSettings } from '../domain/export/settings.ts';

export interface ExportParams extends ExportSettings {
  /** The recording: gives the export its length, sample rate and tags. */
  readonly original: string;
  /** What the recording was made of, which gives the export its tags, video and other tracks instead. */
  readonly sides?: SideFile;
  readonly result: string;
  /** Replaced if it exists. */
  readonly output: string;
}

export interface SideFile {
  readonly path: string;
  /** The audio track that the result takes the place of, from 1; the file's own choice if absent. */
  readonly track?: number;
  /** Whether it is also what “the format of the original” means: the recording itself is a copy in another one. */
  readonly givesFormat?: boolean;
}

/** What the export did to the sound. */
export interface ExportFigures {
  /** The mix of original and result. */
  readonly before: SoundFigures;
  /** The decoded file. */
  readonly after: SoundFigures;
  /** dB. */
  readonly gain: number;
  /** Whether peaks were limited, because the gain alone would have exceeded the true peak. */
  readonly limited: boolean;
  /** The loudness that was wanted, in LUFS. Missing where the level was kept, and in records of earlier versions. */
  readonly target?: number | undefined;
  /** All of it was made quieter, because the format cuts off what exceeds full scale. Missing in records of earlier versions. */
  readonly lowered?: boolean | undefined;
  /** dB by which the quietest voice was raised and the loudest lowered, before the gain. Missing where voices were not leveled, or nothing is spoken. */
  readonly voices?: { readonly raised: number; readonly lowered: number } | undefined;
  /** Frames by which the result lagged behind the original, now removed; null when the two are too different to tell. */
  readonly lag: number | null;
}

export interface ExportResult {
  /**
   * `rendered`: decoded and encoded again. `copied`: the result's own packets, with tags and other streams. `as-is`: the result already
   * has the requested form, and nothing was written.
   */
  readonly kind: 'rendered' | 'copied' | 'as-is';
  /** Extension without its dot. */
  readonly extension: string;
  readonly contentType: string;
  /** Whether it contains the original's video or other audio tracks. If no container can contain them, one for the sound alone is used. */
  readonly isVideo: boolean;
  /** Size of the file; of the result when nothing was written. */
  readonly bytes: number;
  /** Null when the sound wasn't changed. */
  readonly figures: ExportFigures | null;
  /** What the format could not hold; null when nothing is missing. */
  readonly leftOut: LeftOut | null;
}

export interface PreviewParams {
  readonly original: string;
  readonly result: string;
  /** 0 is the original, 1 the result; null asks for the lag alone, which is quick. */
  readonly strength: number | null;
  /** `source` when missing. */
  readonly channels?: ExportChannels | undefined;
}

/** What an export of these would begin with. */
export interface PreviewResult {
  /** Hz, of the mix. */
  readonly sampleRate: number;
  /** Of the mix. */
  readonly channels: number;
  /** Frames of the mix by which the result lags behind the original; null when the two are too different to tell. */
  readonly lag: number | null;
  /** The mix before any gain; null where only the lag was asked for. */
  readonly before: SoundFigures | null;
}
