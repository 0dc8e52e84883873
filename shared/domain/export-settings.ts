/** What may be asked of an export: how much of the restoration, how loud, in which format. */

/**
 * `source`: the format in which the result came; for a recording with pictures, the recording's own. The others by name, WAV by how a
 * sample is stored.
 */
export const EXPORT_FORMATS = ['source', 'wav16', 'wav24', 'wavFloat', 'flac', 'mp3', 'm4a', 'opus'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** LUFS, integrated by EBU R128. */
export const QUIETEST_TARGET = -36;
export const LOUDEST_TARGET = -8;

/** dBTP that nothing made to a loudness passes. */
export const DEFAULT_TRUE_PEAK = -1;

/** All of the restoration, as loud as it is, in the format in which it came. */
export const DEFAULT_STRENGTH = 1;

/** One export's, complete. */
export interface ExportSettings {
  /** 0 is the original, 1 the result. */
  readonly strength: number;
  /** LUFS; null leaves the level as it is. */
  readonly loudness: number | null;
  readonly format: ExportFormat;
}
