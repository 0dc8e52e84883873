/** What a player tells of itself, and how it begins. Pure. */

import type { TakeView } from '../../../shared/contract/views.ts';
import { type Ear, type HeardTake, matchedGains, type PreviewMix, resultIn } from './heard-takes.ts';
import type { Position } from './messages.ts';
import type { Loop } from './playhead-frame.ts';

export interface PlayerState {
  readonly playing: boolean;
  /** Playing, but waiting for samples. */
  readonly buffering: boolean;
  /** Index of the audible take in `heard`. */
  readonly take: number;
  /** Index of the result that was heard last, by itself or in a difference. */
  readonly result: number;
  /** What can be chosen: the takes under their own indexes, then differences, then the preview if there is one. */
  readonly heard: readonly HeardTake[];
  /** Indexes of results of which the delivered output is heard instead. */
  readonly delivered: ReadonlySet<number>;
  /** Takes that can't be read. */
  readonly broken: ReadonlySet<number>;
  /** There is no audio output. */
  readonly mute: boolean;
  /** Whether takes are played equally loud. */
  readonly matched: boolean;
  /** Of each in `heard`, in dB, while matched; null where the loudness is unknown. */
  readonly gains: readonly (number | null)[];
  /** In frames. */
  readonly loop: Loop | null;
  /** Of every take alike. */
  readonly ear: Ear;
  /** 1 is the recording's own speed. */
  readonly speed: number;
  /** 0 to 1. */
  readonly volume: number;
  /** Id of the output device; empty for the system's. */
  readonly device: string;
}

/** What a room keeps when its takes change. */
export interface PlayerStart
  extends Pick<PlayerState, 'take' | 'delivered' | 'matched' | 'loop' | 'speed' | 'volume' | 'device' | 'playing'> {
  readonly frame: number;
  /** Both if it is left out. */
  readonly ear?: Ear;
  /** Heard last; of the take if it is left out. */
  readonly result?: number;
  /** Frames of the player by which takes come late, by index. */
  readonly lags?: ReadonlyMap<number, number>;
  readonly preview?: PreviewMix | null;
}

/** Frames of the longest take at the context's rate. */
export function lengthAt(takes: readonly Pick<TakeView, 'frames' | 'sampleRate'>[], rate: number): number {
  return takes.reduce((most, take) => Math.max(most, Math.ceil((take.frames * rate) / take.sampleRate)), 0);
}

function firstResult(heard: readonly HeardTake[]): number {
  const first = heard.findIndex(({ kind }) => kind === 'result');
  return Math.max(0, first);
}

/** @param heard what can be chosen @param unplayable indexes of takes without a file */
export function firstState(
  heard: readonly HeardTake[],
  unplayable: readonly number[],
  { take, result, delivered, ear = 'both', matched, speed, volume, device }: PlayerStart,
): PlayerState {
  return {
    playing: false,
    buffering: false,
    mute: false,
    loop: null,
    heard,
    delivered,
    ear,
    matched,
    speed,
    volume,
    device,
    take: Math.min(take, heard.length - 1),
    result: result ?? resultIn(heard, take) ?? firstResult(heard),
    broken: new Set(unplayable),
    gains: matchedGains(heard),
  };
}

/** After a report of the worklet. Most change nothing: the same state then renders nothing again, 25 times a second. */
export function reported(now: PlayerState, { playing, starved }: Pick<Position, 'playing' | 'starved'>): PlayerState {
  return playing === now.playing && starved === now.buffering ? now : { ...now, playing, buffering: starved };
}
