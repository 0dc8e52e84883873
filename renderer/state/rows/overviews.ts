/** Waveforms of rows: asked for together, a moment after rows come into view, and kept small. */

import { MOST_OVERVIEWS } from '../../../shared/contract/listening/listening.ts';

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

export interface OverviewSources {
  /** What scans have drawn; null for those that aren't scanned yet. */
  drawn(takes: string[]): Promise<readonly (Overview | null)[]>;
  /** A rough one of a recording that isn't; null where there is none. It takes a moment. */
  sketched(jobId: string): Promise<Overview | null>;
}

const ORIGINAL = /^original:(.+)$/;

/** What a scan draws replaces a sketch when a row wants it at another stage. */
export function createOverviews({ drawn, sketched }: OverviewSources): Overviews {
  const known = new Map<string, Overview>();
  const wanted = new Map<string, Set<() => void>>();
  const sketches = new Map<string, Overview>();
  /** Originals to sketch, and who waits for each. One at a time: the others may be out of view by then. */
  const unscanned = new Map<string, Set<() => void>>();
  let isGathering = false;
  let isSketching = false;

  async function askForWanted(): Promise<void> {
    isGathering = false;
    const batch = [...wanted].slice(0, MOST_OVERVIEWS);
    for (const [take] of batch) wanted.delete(take);
    if (wanted.size > 0) gather();
    if (batch.length === 0) return;
    // Without an answer, rows stay without waveforms until they come into view again.
    const answers = await drawn(batch.map(([take]) => take)).catch(() => []);
    for (const [index, overview] of answers.entries()) settle(...(batch[index] as (typeof batch)[number]), overview);
    if (!isSketching) await sketchUnscanned();
  }

  function settle(take: string, waiting: Set<() => void>, overview: Overview | null): void {
    if (overview !== null) keep(known, take, overview);
    else if (ORIGINAL.test(take) && !sketches.has(take)) unscanned.set(take, waiting);
    for (const each of overview === null ? [] : waiting) each();
  }

  async function sketchUnscanned(): Promise<void> {
    isSketching = true;
    for (const [take, waiting] of unscanned) {
      unscanned.delete(take);
      if (waiting.size === 0) continue;
      const overview = await sketched(ORIGINAL.exec(take)?.[1] ?? '').catch(() => null);
      if (overview !== null) keep(sketches, take, overview);
      for (const each of waiting) each();
    }
    isSketching = false;
  }

  function gather(): void {
    if (!isGathering) window.setTimeout(() => void askForWanted(), GATHER_MS);
    isGathering = true;
  }

  return {
    get: (take) => known.get(take) ?? sketches.get(take) ?? null,
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

function keep(kept: Map<string, Overview>, take: string, overview: Overview): void {
  kept.set(take, overview);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
}
