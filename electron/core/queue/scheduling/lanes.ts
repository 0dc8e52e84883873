/** The lanes of the queue: which stages share their places, how many there are, and who may take the next one. */

import type { Stage } from '../../../../shared/domain/job-state.ts';

/** The last stages first: what is paid for reaches the disk before anything else is paid. */
export const LANES = ['exporting', 'downloading', 'generating', 'uploading', 'preparing'] as const;
export type Lane = (typeof LANES)[number];

/** The stages of each lane, those nearer to the end first. */
export const LANE_STAGES: Readonly<Record<Lane, readonly Stage[]>> = {
  exporting: ['exporting'],
  downloading: ['downloading'],
  generating: ['generating', 'ready'],
  uploading: ['uploading'],
  preparing: ['preparing', 'queued'],
};

export function laneOf(stage: Stage): Lane {
  return LANES.find((lane) => LANE_STAGES[lane].includes(stage)) ?? 'preparing';
}

export interface Limits {
  readonly lanes: Readonly<Record<Lane, number>>;
  /** Jobs at work in all lanes together. */
  readonly whole: number;
}

const USUAL: Readonly<Record<Lane, number>> = {
  exporting: 2,
  downloading: 3,
  generating: 16,
  uploading: 3,
  preparing: 2,
};

/** @param concurrency most jobs in any lane; with 1, one job after the other. Null for what each stage is good for */
export function limitsFor(concurrency: number | null): Limits {
  if (concurrency === null) return { lanes: USUAL, whole: Number.POSITIVE_INFINITY };
  const lanes = Object.fromEntries(LANES.map((lane) => [lane, concurrency])) as Record<Lane, number>;
  return { lanes, whole: concurrency === 1 ? 1 : Number.POSITIVE_INFINITY };
}

/** A job in a lane, and the connection that it is for. */
export interface Place {
  readonly lane: Lane;
  readonly connectionId: string;
}

/** How things stand when places are given out. */
export interface Board {
  readonly limits: Limits;
  /** Those at work. */
  readonly busy: readonly Place[];
  /** How many there are in a lane for a connection, those at work included. */
  readonly there: readonly (Place & { readonly count: number })[];
  /** Most generations under way that each connection takes at present; without one, as many as the lane has places. */
  readonly windows: ReadonlyMap<string, number>;
}

/** How many jobs each connection has in each lane, from how many it has in each stage. */
export function countJobs(
  stages: readonly { readonly connectionId: string; readonly stage: Stage; readonly count: number }[],
): Board['there'] {
  return LANES.flatMap((lane) => {
    const counts = new Map<string, number>();
    for (const { connectionId, stage, count } of stages) {
      if (LANE_STAGES[lane].includes(stage)) counts.set(connectionId, (counts.get(connectionId) ?? 0) + count);
    }
    return [...counts].map(([connectionId, count]) => ({ lane, connectionId, count }));
  });
}

/** How many more jobs a lane may take. */
export function freePlaces({ limits, busy }: Board, lane: Lane): number {
  const inLane = busy.filter((place) => place.lane === lane).length;
  return Math.max(0, Math.min(limits.lanes[lane] - inLane, limits.whole - busy.length));
}

/**
 * Whether a lane takes no further job for a connection, however many places it has: the connection has as much under way as it
 * takes, or what this lane made ready still waits for places in the next.
 */
function isFull(board: Board, { lane, connectionId }: Place): boolean {
  const window = board.windows.get(connectionId);
  const mine = (places: readonly Place[], of: Lane) =>
    places.filter((place) => place.lane === of && place.connectionId === connectionId);
  if (lane === 'generating' && window !== undefined && mine(board.busy, lane).length >= window) return true;
  const next = LANES[LANES.indexOf(lane) - 1];
  if (next === undefined) return false;
  const there = board.there.find((one) => one.lane === next && one.connectionId === connectionId)?.count ?? 0;
  return there - mine(board.busy, next).length >= board.limits.lanes[next];
}

/** Connections for which a lane takes no further job. */
export function fullConnections(board: Board, lane: Lane): string[] {
  const known = new Set([...board.windows.keys(), ...board.there.map(({ connectionId }) => connectionId)]);
  return [...known].filter((connectionId) => isFull(board, { lane, connectionId }));
}

/** Of candidates in the queue's order, those that begin in a lane now. */
export function choose<Candidate extends { readonly connectionId: string }>(
  board: Board,
  lane: Lane,
  candidates: readonly Candidate[],
): Candidate[] {
  const chosen: Candidate[] = [];
  let now = board;
  for (const candidate of candidates) {
    const place = { lane, connectionId: candidate.connectionId };
    if (freePlaces(now, lane) === 0) break;
    if (isFull(now, place)) continue;
    chosen.push(candidate);
    now = { ...now, busy: [...now.busy, place] };
  }
  return chosen;
}
