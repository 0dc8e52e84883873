/** How loud each take is in the loop: measured by the engine once the loop rests, and kept. */

import { loudnessAddress, MOST_PASSAGE_SECONDS } from '../../../shared/contract/page/media-addresses.ts';
import { mediaHeaders } from '../../bridge/browser-session.ts';
import type { Loop } from './playhead-frame.ts';

/** LUFS by index of the take, as played in stereo; null where it is not known. */
export type Levels = ReadonlyMap<number, number | null>;

export interface PassageLevels {
  /** @param loop in frames; null for the whole recording */
  follow(loop: Loop | null): void;
  dispose(): void;
}

export interface MeasuredTakes {
  /** By index; null for those without a file. */
  readonly ids: readonly (string | null)[];
  /** Hz. */
  readonly rate: number;
  readonly lengthFrames: number;
}

/** While an end of the loop is moved, nothing is measured. */
const REST_MS = 250;
/** A shorter passage has too few of the blocks that loudness is made of. */
const LEAST_SECONDS = 1;
const MOST_KEPT = 200;

/** Takes and passages whose loudness was asked for before, the latest last. */
const known = new Map<string, number | null>();

/** @param changed hears the levels in the loop, and null where those of the whole recording count */
export function createPassageLevels(takes: MeasuredTakes, changed: (levels: Levels | null) => void): PassageLevels {
  const { ids, rate, lengthFrames } = takes;
  let stop = new AbortController();

  function isPassage({ from, to }: Loop): boolean {
    const seconds = (to - from) / rate;
    return to - from < lengthFrames && seconds >= LEAST_SECONDS && seconds <= MOST_PASSAGE_SECONDS;
  }

  async function measure(address: string, signal: AbortSignal): Promise<number | null> {
    const kept = known.get(address);
    if (kept !== undefined) return kept;
    const response = await fetch(address, { headers: mediaHeaders(), signal });
    if (!response.ok) return null;
    const { loudness }: { readonly loudness: number | null } = await response.json();
    known.set(address, loudness);
    for (const oldest of known.keys()) if (known.size > MOST_KEPT) known.delete(oldest);
    return loudness;
  }

  async function measureAll({ from, to }: Loop, signal: AbortSignal): Promise<void> {
    const passage = { fromFrame: from, frames: to - from, sampleRate: rate };
    const levels = await Promise.all(
      ids.map(async (id, index) => {
        const level = id === null ? null : await measure(loudnessAddress(id, passage), signal);
        return [index, level] as const;
      }),
    );
    // Where none is known, the passage is silent or can't be read.
    const isKnown = levels.some(([, level]) => level !== null);
    if (!signal.aborted) changed(isKnown ? new Map(levels) : null);
  }

  return {
    follow(loop) {
      stop.abort();
      stop = new AbortController();
      const { signal } = stop;
      if (loop === null || !isPassage(loop)) {
        changed(null);
        return;
      }
      setTimeout(() => {
        if (!signal.aborted) measureAll(loop, signal).catch(() => !signal.aborted && changed(null));
      }, REST_MS);
    },
    dispose: () => stop.abort(),
  };
}
