/**
 * The rules of the integrity check: which differences between a recording and its result are faults. The thresholds come from
 * `npm run bench -- integrity`. Pure.
 */

import type { Comparison } from './comparison.ts';
import type { Finding } from './findings.ts';

/** Length and clipping of a recording or a result, as its scan found them. */
export interface Scanned {
  readonly frames: number;
  /** Hz. */
  readonly sampleRate: number;
  readonly clippedSamples: number;
  /** Frames at which it clips; missing in scans of earlier versions. */
  readonly clippedPlaces?: readonly number[] | undefined;
}

export interface Asked {
  /** LUFS; null keeps the level. */
  readonly loudness: number | null;
}

/** Seconds: codecs pad, and some services cut their own delay off. */
const LENGTH_TOLERANCE = 0.1;
/** Seconds: exports align such a delay, as other services' codecs have it. */
const ALIGNED_SECONDS = 0.05;
/** Clipped samples that a result may have more than its recording, in all and for each second. */
const CLIPPED_TOLERANCE = 24;
const CLIPPED_A_SECOND = 1;
/** Seconds by which places in a recording and its result may differ and still be the same one. */
const SAME_PLACE_SECONDS = 1;
/** Decibels; a restoration takes at most three from speech in a large room. */
const LEVEL_TOLERANCE = 6;
/** LU by which an output may miss the loudness that was asked for. Recordings with few, high peaks come least close. */
const LOUDNESS_TOLERANCE = 1.5;

/** Whether the result clips more than its recording. */
function isClipped(recording: Scanned, result: Scanned): boolean {
  const most = CLIPPED_TOLERANCE + CLIPPED_A_SECOND * secondsOf(result);
  return result.clippedSamples - recording.clippedSamples > most;
}

/** What is wrong with a result, the gravest first; empty for a good one. */
export function judgeResult(
  comparison: Comparison,
  recording: Scanned,
  result: Scanned,
  asked: Asked,
): readonly Finding[] {
  const findings: Finding[] = [];
  const rate = comparison.sampleRate;
  const { drift, lost, lag, jumps, gain, isSilent, replaced } = comparison;
  if (isSilent) findings.push({ kind: 'silent' });
  const [first] = lost;
  if (first !== undefined) {
    const frames = lost.reduce((sum, part) => sum + part.frames, 0);
    findings.push({ kind: 'lost-speech', at: first.fromFrame / rate, seconds: frames / rate, places: lost.length });
  }
  if (replaced !== null)
    findings.push({ kind: 'other-speech', at: replaced.fromFrame / rate, seconds: replaced.frames / rate });
  const longer = secondsOf(result) - secondsOf(recording);
  if (Math.abs(longer) > LENGTH_TOLERANCE) {
    const at = Math.max(0, Math.min(secondsOf(result), secondsOf(recording)));
    findings.push({ kind: 'length', at, seconds: longer });
  }
  if (lag !== null && Math.abs(lag / rate) > ALIGNED_SECONDS)
    findings.push({ kind: 'offset', at: 0, seconds: lag / rate });
  const [jump] = jumps;
  if (jump !== undefined) findings.push({ kind: 'offset', at: jump.fromFrame / rate, seconds: jump.frames / rate });
  if (drift !== null) {
    const { fromFrame, frames, ratio } = drift;
    findings.push({ kind: 'pitch', at: fromFrame / rate, seconds: frames / rate, higher: ratio - 1 });
  }
  findings.push(...channelFindings(comparison));
  if (isClipped(recording, result)) findings.push({ kind: 'clipping', at: clippedFrom(recording, result) });
  if (asked.loudness === null && gain !== null && Math.abs(gain) > LEVEL_TOLERANCE)
    findings.push({ kind: 'level', decibels: gain });
  return findings;
}

function channelFindings({ channels, sampleRate }: Comparison): readonly Finding[] {
  if (channels === null) return [];
  if (channels.kind !== 'silent') return [{ kind: `${channels.kind}-channels` }];
  const channel = channels.channel === 0 ? 'left' : 'right';
  const { frames, fromFrame } = channels;
  return [{ kind: 'silent-channel', channel, at: fromFrame / sampleRate, seconds: frames / sampleRate }];
}

/** Seconds: the first place that the recording doesn't clip at, else the first of all; 0 where none is known. */
function clippedFrom(recording: Scanned, result: Scanned): number {
  const before = placesOf(recording);
  const after = placesOf(result);
  const isNew = (at: number) => before.every((place) => Math.abs(place - at) > SAME_PLACE_SECONDS);
  return after.find(isNew) ?? after[0] ?? 0;
}

/** In seconds. */
function placesOf({ clippedPlaces, sampleRate }: Scanned): readonly number[] {
  return (clippedPlaces ?? []).map((frame) => frame / sampleRate);
}

/** The share of the recording's speech that the result lacks, 0 to 1; null when the recording has none. */
export function lostSpeechOf({ speech: { frames, lostFrames } }: Pick<Comparison, 'speech'>): number | null {
  return frames === 0 ? null : Math.min(1, lostFrames / frames);
}

/** Whether a delay is so small that the export removes it. @param lag frames */
export function isAligned({ lag, sampleRate }: Pick<Comparison, 'lag' | 'sampleRate'>): boolean {
  return lag !== null && lag !== 0 && Math.abs(lag / sampleRate) <= ALIGNED_SECONDS;
}

/** @param loudness of the output in LUFS; null for silence @param asked in LUFS; null keeps the level */
export function judgeLoudness(loudness: number | null, asked: number | null): readonly Finding[] {
  if (loudness === null || asked === null || Math.abs(loudness - asked) <= LOUDNESS_TOLERANCE) return [];
  return [{ kind: 'loudness', loudness, asked }];
}

function secondsOf({ frames, sampleRate }: Scanned): number {
  return frames / sampleRate;
}
