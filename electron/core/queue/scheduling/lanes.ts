/** The lanes of the queue: which stages share slots, how many slots there are, and which jobs get the next ones. */

import type { Stage } from '../../../../shared/domain/job-state.ts';
import { type Concurrency, USUAL_AT_ONCE } from '../../../../shared/domain/preferences.ts';

/** The last stages first: what is paid for reaches the disk before anything else is paid. */
export const LANES = ['exporting', 'downloading', 'generating', 'uploading', 'preparing'] as const;
export type Lane = (typeof LANES)[number];

/** The stages of each lane, the later ones first. */
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
  downloading: USUAL_AT_ONCE.downloads,
  generating: 16,
  uploading: USUAL_AT_ONCE.uploads,
  preparing: 2,
};

/**
 * @param concurrency most jobs in any lane; with 1, one job after the other. Null for the number in each lane that is chosen, or usual
 * @param chosen by the person
 */
export function limitsFor(
  concurrency: number | null,
  chosen: Pick<Concurrency, 'uploads' | 'downloads'> = { uploads: null, downloads: null },
): Limits {
  if (concurrency === null) {
    const uploading = chosen.uploads ?? USUAL.uploading;
    const downloading = chosen.downloads ?? USUAL.downloading;
    return { lanes: { ...USUAL, uploading, downloading }, whole: Number.POSITIVE_INFINITY };
  }
  const lanes = Object.fromEntries(LANES.map((lane) => [lane, concurrency])) as Record<Lane, number>;
  return { lanes, whole: concurrency === 1 ? 1 : Number.POSITIVE_INFINITY };
}

/** A slot in a lane, and the connection whose job has it. */
export interface LaneSlot {
  readonly lane: Lane;
  readonly connectionId: string;
}

/** What is in the lanes when slots are given out. */
export interface Occupancy {
  readonly limits: Limits;
  /** Slots of the jobs at work. */
  readonly busy: readonly LaneSlot[];
  /** How many jobs a connection has in a lane, those at work included. */
  readonly counts: readonly (LaneSlot & { readonly count: number })[];
  /** Most generations under way over each connection that has a limit of its own. */
  readonly mostGenerations: ReadonlyMap<string, number>;
}

/** How many jobs each connection has in each lane, from how many it has in each stage. */
export function countJobs(
  stages: readonly { readonly connectionId: string; readonly stage: Stage; readonly count: number }[],
): Occupancy['counts'] {
  return LANES.flatMap((lane) => {
    const counts = new Map<string, number>();
    for (const { connectionId, stage, count } of stages) {
      if (LANE_STAGES[lane].includes(stage)) counts.set(connectionId, (counts.get(connectionId) ?? 0) + count);
    }
    return [...counts].map(([connectionId, count]) => ({ lane, connectionId, count }));
  });
}

/** How many more jobs a lane may take. */
export function freeSlots({ limits, busy }: Occupancy, lane: Lane): number {
  const inLane = busy.filter((slot) => slot.lane === lane).length;
  return Math.max(0, Math.min(limits.lanes[lane] - inLane, limits.whole - busy.length));
}

/**
 * Whether a lane takes no further job of a connection, however many slots are free: the connection has as many generations under way as
 * it takes, or the next lane already has a full load of its jobs waiting.
 */
function isFull(occupancy: Occupancy, { lane, connectionId }: LaneSlot): boolean {
  const most = occupancy.mostGenerations.get(connectionId);
  const busyIn = (of: Lane) =>
    occupancy.busy.filter((slot) => slot.lane === of && slot.connectionId === connectionId).length;
  if (lane === 'generating' && most !== undefined && busyIn(lane) >= most) return true;
  const next = LANES[LANES.indexOf(lane) - 1];
  if (next === undefined) return false;
  const inNext = occupancy.counts.find((one) => one.lane === next && one.connectionId === connectionId)?.count ?? 0;
  return inNext - busyIn(next) >= occupancy.limits.lanes[next];
}

/** Connections of which a lane takes no further job. */
export function fullConnections(occupancy: Occupancy, lane: Lane): string[] {
  const known = new Set([
    ...occupancy.mostGenerations.keys(),
    ...occupancy.counts.map(({ connectionId }) => connectionId),
  ]);
  return [...known].filter((connectionId) => isFull(occupancy, { lane, connectionId }));
}

/** Of candidates in the queue's order, those that get a slot in a lane now. */
export function choose<Candidate extends { readonly connectionId: string }>(
  occupancy: Occupancy,
  lane: Lane,
  candidates: readonly Candidate[],
): Candidate[] {
  const chosen: Candidate[] = [];
  let now = occupancy;
  for (const candidate of candidates) {
    const slot = { lane, connectionId: candidate.connectionId };
    if (freeSlots(now, lane) === 0) break;
    if (isFull(now, slot)) continue;
    chosen.push(candidate);
    now = { ...now, busy: [...now.busy, slot] };
  }
  return chosen;
}
