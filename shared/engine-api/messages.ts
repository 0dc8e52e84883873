/** The messages of the audio engine: requests, responses and progress. */

import type { Comparison } from '../domain/integrity/comparison.ts';
import type { PartFormat } from '../domain/listening/part.ts';
import type { ModelId } from '../domain/models.ts';
import type { OwnModelDescription } from '../domain/own-models/description.ts';
import type { ChannelNote } from '../domain/quality/channel-notes.ts';
import type { Measures, TrackMeasure } from '../domain/quality/measures.ts';
import type { ExportParams, ExportResult, PreviewParams, PreviewResult } from './export-messages.ts';
import type { PassageLoudness, PcmSelection, Subtrahend } from './pcm-messages.ts';
import type { TileParams, TileResult } from './tile-messages.ts';
import type { CopySideParams, CopyTrackParams, CopyTrackResult, TracksParams, TracksResult } from './track-messages.ts';

export interface ComparisonParams {
  readonly original: string;
  readonly result: string;
}

/** What the headers of a recording say, without decoding it. */
export interface MediaInfo {
  /** FFmpeg's name of the container, for example `wav` or `mov,mp4,m4a,3gp,3g2,mj2`. */
  readonly container: string;
  /** FFmpeg's name of the audio codec, for example `pcm_s16le`. */
  readonly codec: string;
  /** Hz. */
  readonly sampleRate: number;
  /** 1 to 8. */
  readonly channels: number;
  /** FFmpeg's name, for example `mono` or `5.1(side)`; the number alone, as `6 channels`, where nothing is said of speakers. */
  readonly channelLayout: string;
  /** Bits per sample if the codec has a fixed number, else null. */
  readonly bitDepth: number | null;
  /** As declared in the headers, else null. A scan finds the true length. */
  readonly durationSeconds: number | null;
  readonly hasVideo: boolean;
  readonly audioStreams: number;
  /**
   * Which of them is read, counted from 1: one that is marked as the default and not as made for people who cannot hear or see;
   * of several, that of the highest bit rate, then the first.
   */
  readonly audioStream: number;
  /** The same with its names; missing where the file has one. */
  readonly track?: TrackMeasure | undefined;
}

/** What of a file tells whether another one continues it. */
export interface PartFacts extends Omit<MediaInfo, 'audioStream'> {
  /** When a recorder began it, by its broadcast chunk; null without one. */
  readonly began: {
    /** As `2026-01-31`. */
    readonly date: string;
    /** Since midnight. */
    readonly seconds: number;
    /** Counted in samples. */
    readonly isExact: boolean;
  } | null;
}

/** Threads that work on a long recording beside the engine's own. */
export interface ThreadCounts {
  readonly startedThreads: number;
  /** Their part was done without them, and took longer. */
  readonly failedThreads: number;
}

/** What one streaming pass over a whole recording found. */
export interface ScanResult extends ThreadCounts {
  /** Hexadecimal SHA-256 of the file. */
  readonly contentHash: string;
  /** FFmpeg's name of the audio codec, as `probe` gives it. */
  readonly codec: string;
  /** Exact length in frames at `sampleRate`. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  /** Largest absolute sample, linear: 1 is full scale. */
  readonly peak: number;
  /** Length declared in the headers, in seconds; null when they declare none. */
  readonly declaredSeconds: number | null;
  /** Whether the file ends well before the declared length. */
  readonly truncated: boolean;
  /** Parts that couldn't be decoded and were skipped. */
  readonly damagedPackets: number;
  readonly measures: Measures;
  readonly hasVideo: boolean;
  /** Whether it has tags or a cover that its outputs should get. */
  readonly carries: boolean;
}

/**
 * `source`: the container family of the input (wav 16 or 24 bit, flac, mp3, m4a, ogg, opus), or 16-bit WAV where that family
 * cannot be written. The others by name.
 */
export type OutputFormat = 'source' | 'wav' | 'flac' | 'mp3' | 'm4a' | 'opus';

export interface RestoreOutput {
  readonly path: string;
  readonly format: OutputFormat;
}

/** An output as written. */
export interface WrittenOutput {
  readonly path: string;
  readonly format: OutputFormat;
  /** Extension without its dot, for example `m4a`. */
  readonly extension: string;
  readonly contentType: string;
  readonly bytes: number;
}

export interface RestoreResult extends ThreadCounts {
  /** Frames at `sampleRate`: always as many as the input decodes to. */
  readonly frames: number;
  readonly sampleRate: number;
  readonly channels: number;
  readonly hasVideo: boolean;
  readonly outputs: readonly WrittenOutput[];
  /** Memory of the engine's process after it. */
  readonly residentBytes: number;
}

/** Stages of a restoration, in their order. */
export const RESTORE_STAGES = ['analyzing', 'restoring', 'encoding'] as const;
type RestoreStage = (typeof RESTORE_STAGES)[number];

export interface SketchResult {
  /** The highest absolute sample at each place, 0 to 127; null where the headers declare no length. */
  readonly columns: readonly number[] | null;
  /** A side that is silent or faint, or a voice on each side: the scan has the last word. */
  readonly channelNotes: readonly ChannelNote[];
}

/** The total of all packets of a recording. */
export interface LengthResult {
  /** Frames at `sampleRate`: as many as it decodes to. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Whether every sample is exactly zero. */
  readonly isSilent: boolean;
}

export interface EngineProgress {
  readonly stage: RestoreStage | 'scanning' | 'exporting';
  /** Of the whole request, 0 to 1, never falling. */
  readonly fraction: number;
}

/** A model that a person brought, as it was tried. */
export interface CheckedModel {
  readonly description: OwnModelDescription;
  /** Absolute paths of its networks, in their order. */
  readonly files: readonly string[];
  /** Hexadecimal SHA-256 of all that decides what it does. */
  readonly hash: string;
  /** Seconds of processor for a second of sound. */
  readonly cost: number;
}

/** Every request of the engine with its response. Failures arrive as an ErrorRecord. */
export interface EngineRequests {
  /** Errors: sourceMissing, sourceUnreadable, mediaEmpty, mediaNotRecognized, mediaNoSound, mediaUnsupported. */
  probe: { params: { readonly path: string }; result: MediaInfo };
  /** Reads all packets without decoding them, whatever the headers say. Errors: as `probe`. */
  length: { params: { readonly path: string }; result: LengthResult };
  /** The rough waveform, from a few packets at each of some places. Errors: as `probe`. */
  sketch: { params: { readonly path: string; readonly columns: number }; result: SketchResult };
  /** One streaming pass: exact length, hash, measures, peaks file (peaks-format.ts) and seek index, both written to temporary names and renamed. */
  scan: {
    params: {
      readonly path: string;
      readonly peaksPath: string;
      readonly indexPath: string;
      /** What the recording was made of, which its outputs are made like; the recording itself when left out. */
      readonly madeOf?: { readonly path: string; readonly track?: number } | undefined;
    };
    result: ScanResult;
  };
  /** Decode, restore with a model's chain, encode to every output. Outputs that exist are replaced. Errors: ownModelGone. */
  restore: {
    params: {
      readonly input: string;
      readonly model: ModelId;
      /** `sampling.preset`, as the client sent it. */
      readonly preset?: string;
      /** Folder of a person's own model, which then takes the place of ours. */
      readonly ownModel?: string;
      readonly outputs: readonly RestoreOutput[];
    };
    result: RestoreResult;
  };
  /** Tries a model of a person's own: `path` is its description, its networks are in `folder`. Errors: ownModelUnusable. */
  checkModel: { params: { readonly path: string; readonly folder: string }; result: CheckedModel };
  /**
   * Exports a result the way it goes to the output folder, under a temporary name until it is complete. Errors: as `probe`, diskFull,
   * outputUnwritable.
   */
  export: { params: ExportParams; result: ExportResult };
  /** Aligns and measures what an export would mix, without writing anything. Errors: as `probe`. */
  preview: { params: PreviewParams; result: PreviewResult };
  /** What tells whether files are parts of one recording. Errors: as `probe`. */
  partFacts: { params: { readonly path: string }; result: PartFacts };
  /**
   * Joins the parts of one recording, in their order: every sample of a part follows the last one of the part before. Of one file alone,
   * what is damaged becomes silence. Errors: as `probe`;
   * mediaUnsupported when they differ, mediaDamaged, diskFull, outputUnwritable.
   */
  join: {
    params: {
      readonly inputs: readonly string[] /** Of the whole, without an extension. A file that exists is replaced. */;
      readonly stem: string;
    };
    result: { /** Without its dot: wav, flac, mp3 or aac. */ readonly extension: string; readonly bytes: number };
  };
  /** Cuts a part out of a recording. Errors: as `probe`, mediaDamaged, diskFull, outputUnwritable. */
  cut: { params: CutParams; result: CutResult };
  /** The audio tracks of a file, each heard until its first sound. Errors: as `probe`. */
  tracks: { params: TracksParams; result: TracksResult };
  /** Copies one audio track of a file into a file of its own, the same bytes each time. Errors: as `cut`. */
  copyTrack: { params: CopyTrackParams; result: CopyTrackResult };
  /** Writes one channel of a stereo file into a file of its own, sample by sample. Errors: as `cut`; mediaUnsupported when it isn't stereo. */
  copySide: { params: CopySideParams; result: CopyTrackResult };
  /** Writes a recording, a part of it, or a difference to a file. Errors: as `cut`. */
  extract: { params: ExtractParams; result: ExtractResult };
  /** One pass over both recordings for the waveform and the spectrogram of what one has and the other hasn't. Errors: as `probe`, diskFull, outputUnwritable. */
  scanDifference: { params: ScanDifferenceParams; result: ScanDifferenceResult };
  /** Makes an Opus file of at most two channels. Errors: as `probe`, diskFull, outputUnwritable. */
  listeningCopy: {
    params: { readonly input: string /** Replaced if it exists. */; readonly output: string };
    /** Frames of the recording, at its own rate. */
    result: { readonly frames: number; readonly sampleRate: number; readonly bytes: number };
  };
  /** Compares a result with its recording. Both are decoded once more. Errors: as `probe`. */
  compare: { params: ComparisonParams; result: Comparison };
  /**
   * Samples for listening: interleaved stereo float32, little-endian, resampled to `sampleRate`. Frames before the start and after
   * the end of the recording are silence, so every response has exactly `frames` frames (at most MOST_PCM_FRAMES).
   */
  pcm: {
    params: PcmSelection & { readonly frames: number };
    result: { readonly samples: Uint8Array };
  };
  /** A spectrogram of any window. Errors: as `pcm`. */
  tile: { params: TileParams; result: TileResult };
  /** How loud a passage is as it is played, in stereo. Only the passage is decoded. Errors: as `pcm`. */
  loudness: {
    params: PcmSelection & { readonly frames: number };
    result: PassageLoudness;
  };
}

export type EngineRequestKind = keyof EngineRequests;

export interface CutParams {
  readonly input: string;
  /** A WAV file; replaced if it exists. */
  readonly output: string;
  /** First frame, at the recording's own rate. */
  readonly fromFrame: number;
  readonly frames: number;
}

export interface CutResult {
  /** At the recording's own rate: fewer than were asked for where it ends earlier. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytes: number;
}

export interface ScanDifferenceParams {
  readonly path: string;
  readonly minus: Pick<Subtrahend, 'path' | 'lag'>;
  /** Both are written under temporary names and renamed, the peaks last. */
  readonly peaksPath: string;
  /** A seek index without anchors, for its coarse spectrogram. */
  readonly indexPath: string;
}

export interface ScanDifferenceResult {
  /** Of the first recording, at its own rate. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  /** Largest absolute sample, linear. */
  readonly peak: number;
}

export interface ExtractParams {
  readonly input: string;
  /** Subtracted sample by sample, brought into place first: the result is what it lacks. Null for the input itself. */
  readonly minus: string | null;
  /** Replaced if it exists. */
  readonly output: string;
  readonly format: PartFormat;
  /** First frame, at the input's own rate. */
  readonly fromFrame: number;
  /** Null for all up to the end. */
  readonly frames: number | null;
}

export interface ExtractResult {
  /** At the input's own rate: fewer than were asked for where it ends earlier. */
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: number;
  readonly bytes: number;
  /** Delay of what was subtracted, in frames; null where nothing was, or it is unknown. */
  readonly lag: number | null;
}
