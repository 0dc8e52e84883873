/** What is heard of each source: every take is a weighted sum of sources, and a switch moves the weights in a straight line. Pure. */

import type { Fold } from '../../../../shared/domain/quality/channel-notes.ts';

/** One source in a take. */
export interface MixPart {
  readonly source: number;
  /** Linear. Negative subtracts. */
  readonly weight: number;
  /** Frames by which the source comes late; they are skipped. */
  readonly lag: number;
  /** Both sides get the channels with these weights. */
  readonly mono?: Fold;
}

export type TakeMix = readonly MixPart[];

/** A source as it is read at the moment. */
export interface Voice {
  readonly source: number;
  readonly lag: number;
  readonly mono: Fold | null;
  weight: number;
  goal: number;
}

export interface MixWeights {
  /** Those that are heard, or will be. */
  readonly voices: readonly Voice[];
  /** Frames until the weights reach their goals. */
  readonly left: number;
  /** Whether this mix is already where the weights are, or go. */
  goesTo(mix: TakeMix): boolean;
  /** @param frames 0 takes effect at once */
  goTo(mix: TakeMix, frames: number): void;
  /** Lets frames pass; no more than `left` while weights are moving. */
  pass(frames: number): void;
}

export function createWeights(start: TakeMix): MixWeights {
  let voices: Voice[] = [];
  let left = 0;

  function aim(mix: TakeMix): void {
    for (const voice of voices) voice.goal = 0;
    for (const part of mix) {
      const { source, weight, lag, mono = null } = part;
      const known = voices.find((voice) => isOf(voice, part));
      if (known === undefined) voices.push({ source, lag, mono, weight: 0, goal: weight });
      else known.goal += weight;
    }
  }

  function arrive(): void {
    voices = voices.filter(({ goal }) => goal !== 0);
    for (const voice of voices) voice.weight = voice.goal;
    left = 0;
  }

  aim(start);
  arrive();
  return {
    get voices() {
      return voices;
    },
    get left() {
      return left;
    },
    goesTo(mix) {
      const parts = mix.filter(({ weight }) => weight !== 0);
      const aimed = voices.filter(({ goal }) => goal !== 0);
      return (
        parts.length === aimed.length &&
        parts.every((part) => aimed.some((voice) => isOf(voice, part) && voice.goal === part.weight))
      );
    },
    goTo(mix, frames) {
      aim(mix);
      left = frames;
      if (frames === 0) arrive();
    },
    pass(frames) {
      if (left === 0) return;
      if (frames >= left) {
        arrive();
        return;
      }
      for (const voice of voices) voice.weight += ((voice.goal - voice.weight) / left) * frames;
      left -= frames;
    },
  };
}

function isOf(voice: Voice, { source, lag, mono }: MixPart): boolean {
  const isAlike = voice.mono?.[0] === mono?.[0] && voice.mono?.[1] === mono?.[1];
  return voice.source === source && voice.lag === lag && isAlike;
}
