/** The measures of a recording. Null means unknown: silence, or too short. Levels are those of the channel that is loudest at the moment. */

import type { FormatChange } from '../export/format-change.ts';
import type { ChannelNote } from './channel-notes.ts';

export interface Measures {
  /** Integrated loudness in LUFS (EBU R128); null when nothing is above -70 LUFS. */
  readonly loudness: number | null;
  /** Loudness range in LU (EBU Tech 3342); null below three seconds, and where nothing is above -70 LUFS. */
  readonly loudnessRange: number | null;
  /** True peak (including values between the samples) in dBTP; null for digital silence. */
  readonly truePeak: number | null;
  /** Level while nobody speaks, in dBFS: root mean square, 0 is a full-scale square wave. At least -120. */
  readonly noiseFloor: number | null;
  /** Level of the speech without the noise, in dBFS like `noiseFloor`. */
  readonly speechLevel: number | null;
  /** Estimated speech-to-noise ratio in dB. */
  readonly signalToNoise: number | null;
  /** Clipped samples over all channels: runs of three or more equal samples at an extreme, at any level. */
  readonly clippedSamples: number;
  /** Frames at which it clips, at the recording's own rate: at most 32, at least a second apart. Earlier versions measured none. */
  readonly clippedPlaces?: readonly number[] | undefined;
  /**
   * Share of the recording's speech that a result lacks, 0 to 1. Not of the scan: the check before delivery adds it, so recordings have none,
   * nor have results that weren't compared.
   */
  readonly lostSpeech?: number | undefined;
  /** How long music was left as it was in a result, in frames of the recording. Measured with `lostSpeech`. */
  readonly musicFrames?: number | undefined;
  /** Which of a file's several audio tracks it is. None where it has one. */
  readonly track?: TrackMeasure | undefined;
  /** What is missing or damaged in the recording: silence stands there. None where nothing is. */
  readonly gaps?: GapsMeasure | undefined;
  /** Whether most of it can't be decoded. */
  readonly isDamaged?: boolean | undefined;
  /** Seconds that the header declares, where the file holds clearly more, because it was never finished, or clearly less. */
  readonly declaredSeconds?: number | undefined;
  /** What its own format becomes in an output. None where that is written as it is. */
  readonly savedAs?: FormatChange | undefined;
  /** Frames until the last sample that isn't exactly zero, where zeros follow it. */
  readonly soundEndsAt?: number | undefined;
  /** Mains hum; null when there is none. */
  readonly hum: HumMeasure | null;
  /** Reverberation time T60 in seconds, from the decay after speech; null when there are too few decays. */
  readonly decayTime: number | null;
  /** The highest frequency that carries signal, in Hz, for example 3,400 for a telephone call in a 48 kHz file. */
  readonly bandwidth: number | null;
  /** What is odd about the channels; earlier versions didn't look. */
  readonly channelNotes?: readonly ChannelNote[] | undefined;
  /** The minute with the lowest signal-to-noise ratio; null below one minute. */
  readonly worstMinute: WorstMinute | null;
}

export interface TrackMeasure {
  /** From 1. */
  readonly number: number;
  readonly of: number;
  readonly title: string | null;
  /** ISO 639-2, as containers have it. */
  readonly language: string | null;
}

interface GapsMeasure {
  /** Of all gaps. */
  readonly frames: number;
  /** Where the first of them begin, in frames: at most 32. */
  readonly places: readonly number[];
  /** How long each of these is, in frames. Earlier versions measured only all of them. */
  readonly lengths?: readonly number[] | undefined;
}

interface HumMeasure {
  /** Mains frequency in Hz: about 50 or 60. */
  readonly frequency: number;
  /** Root mean square of all its tones, in dBFS. */
  readonly level: number;
}

export interface WorstMinute {
  /** First frame, at the recording's own rate. */
  readonly fromFrame: number;
  readonly frames: number;
  /** In dB. */
  readonly signalToNoise: number;
}
