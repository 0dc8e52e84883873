/** The settings of an export: how much of the restoration, how loud, in which format. */

/** In which format a result is downloaded: that of the recording, or MP3. */
export const DOWNLOAD_TYPES = ['audio', 'mp3'] as const;
export type DownloadType = (typeof DOWNLOAD_TYPES)[number];

/**
 * `source`: the format of the result; for a video, the format of the recording. The WAV formats differ in how a sample is stored.
 */
export const EXPORT_FORMATS = ['source', 'wav16', 'wav24', 'wavFloat', 'flac', 'mp3', 'm4a', 'opus'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * As many channels as the result has, or one: then a silent side and inverted channels are taken into account. `mono-if-silent`: one where a
 * side of a stereo recording has nothing of its own.
 */
export const EXPORT_CHANNELS = ['source', 'mono', 'mono-if-silent'] as const;
export type ExportChannels = (typeof EXPORT_CHANNELS)[number];

/** Which file time outputs get: that of the recording, or the time at which they are made. */
export const FILE_TIMES = ['source', 'now'] as const;
export type FileTime = (typeof FILE_TIMES)[number];

/** Limits of the integrated loudness (EBU R128), in LUFS. */
export const QUIETEST_TARGET = -36;
export const LOUDEST_TARGET = -8;

/** Usual for podcasts, in LUFS: mono that plays from both speakers is as loud as stereo. */
export const PODCAST_LOUDNESS = { stereo: -16, mono: -19 } as const;

/** True-peak limit of outputs with a loudness target, in dBTP. */
export const DEFAULT_TRUE_PEAK = -1;
export const LOWEST_TRUE_PEAK = -9;
export const HIGHEST_TRUE_PEAK = 0;

/** What a video becomes: a video with the restored sound, or the sound alone. */
export const VIDEO_OUTPUTS = ['picture', 'sound'] as const;
export type VideoOutput = (typeof VIDEO_OUTPUTS)[number];

/** Seconds for which intro and outro overlap the recording. */
export const USUAL_CROSS_FADE = 1;
export const LONGEST_CROSS_FADE = 10;

/** All of the restoration. */
export const DEFAULT_STRENGTH = 1;

/** Tags that a person gives outputs. */
export interface OutputTags {
  /** By FFmpeg's names. */
  readonly texts: Readonly<Record<string, string>>;
  /** Path of a picture. */
  readonly cover?: string | undefined;
}

/** How an export sounds. */
export interface SoundSettings {
  /** 0 is the original, 1 the result. */
  readonly strength: number;
  /** LUFS; null leaves the level as it is. */
  readonly loudness: number | null;
}

/** The complete settings of one export. */
export interface ExportSettings extends SoundSettings {
  readonly format: ExportFormat;
  /** `source` when missing. */
  readonly channels?: ExportChannels | undefined;
  /** Of outputs with one channel, in LUFS; as `loudness` when missing. */
  readonly monoLoudness?: number | undefined;
  /** dBTP; DEFAULT_TRUE_PEAK when missing. Used only with a loudness. */
  readonly truePeak?: number | undefined;
  /** Whether quiet speakers are raised to the loudness of the others, before all of it gets its loudness. */
  readonly levelVoices?: boolean | undefined;
  /** kbit/s of formats that have one; the usual when missing. */
  readonly bitRate?: number | undefined;
  /** `picture` when missing: a video stays one, whatever the format of other outputs. */
  readonly video?: VideoOutput | undefined;
  /** Paths of sounds that are put before and after the recording; not in a video that keeps its picture. */
  readonly intro?: string | undefined;
  readonly outro?: string | undefined;
  /** Seconds; USUAL_CROSS_FADE when missing. */
  readonly crossFade?: number | undefined;
  /** Instead of the recording's, or beside them. */
  readonly tags?: OutputTags | undefined;
}
