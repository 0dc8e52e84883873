/** Waveforms of rows: asked for together, a moment after rows come into view, and kept small. */

import { MOST_OVERVIEWS } from '../../shared/contract/listening/listening.ts';

/** Milliseconds in which rows come into view together. Those that a race through the list has passed by then are never asked for. */
const GATHER_MS = 60;
/** Waveforms that are kept: of a few thousand rows, in less than a megabyte. */
const MOST_KEPT = 6000;

/** The highest sample of each column, 0 to 127. */
export type Overview = readonly number[];

export interface Overviews {
  /** Null until it is known. */
  get(take: string): Overview | null;
  /** Asks for it, unless it is known. @returns a function that says that nobody waits for it anymore */
  want(take: string, onKnown: () => void): () => void;
}

/** @param ask null for those that aren't drawn yet: they are asked for again when a row wants them again */
export function createOverviews(ask: (takes: string[]) => Promise<readonly (Overview | null)[]>): Overviews {
  const known = new Map<string, Overview>();
  const wanted = new Map<string, Set<() => void>>();
  let isGathering = false;

  async function askForWanted(): Promise<void> {
    isGathering = false;
    const takes = [...wanted.keys()].slice(0, MOST_OVERVIEWS);
    const waiting = takes.flatMap((take) => [...(wanted.get(take) ?? [])]);
    for (const take of takes) wanted.delete(take);
    if (wanted.size > 0) gather();
    if (takes.length === 0) return;
    // Without an answer, rows stay without waveforms until they come into view again.
    const answers = await ask(takes).catch(() => []);
    for (const [index, overview] of answers.entries()) if (overview !== null) known.set(takes[index] ?? '', overview);
    for (const take of known.keys()) {
      if (known.size <= MOST_KEPT) break;
      known.delete(take);
    }
    for (const each of waiting) each();
  }

  function gather(): void {
    if (!isGathering) window.setTimeout(() => void askForWanted(), GATHER_MS);
    isGathering = true;
  }

  return {
    get: (take) => known.get(take) ?? null,
    want(take, onKnown) {
      if (known.has(take)) return () => undefined;
      const waiting = wanted.get(take) ?? new Set();
      wanted.set(take, waiting.add(onKnown));
      gather();
      return () => {
        if (waiting.delete(onKnown) && waiting.size === 0) wanted.delete(take);
      };
    },
  };
}
