/** Decides, from a snapshot of the queue, which jobs begin, which stop and when to plan again. Nothing is changed here. */

import type { Stage } from '../../../shared/domain/job-state.ts';
import type { LaneJob } from '../store/statements/job-lanes.ts';
import type { StageCount } from '../store/statements/job-sums.ts';
import { type GateStatus, isClosed } from './billing-gate/gate-rules.ts';
import {
  choose,
  countJobs,
  freeSlots,
  fullConnections,
  LANE_STAGES,
  LANES,
  type Lane,
  type LaneSlot,
  type Limits,
  type Occupancy,
} from './scheduling/lanes.ts';

/** Shortest and longest time after which a plan asks to be made again, in milliseconds. */
const SHORTEST_WAKE_MS = 10;
const LONGEST_WAKE_MS = 60_000;

/** Lanes in which a service is called. */
const CALLING: ReadonlySet<Lane> = new Set(['uploading', 'generating', 'downloading']);

export interface RunningJob extends LaneSlot {
  readonly id: string;
}

export interface ConnectionStatus {
  readonly id: string;
  readonly gate: GateStatus;
  /** Milliseconds for which its service asked to be left alone. */
  readonly quietMs: number;
  /** Most generations under way that it takes; null without a limit of its own. */
  readonly mostGenerations: number | null;
}

export interface Snapshot {
  readonly limits: Limits;
  readonly paused: boolean;
  readonly running: readonly RunningJob[];
  readonly connections: readonly ConnectionStatus[];
  /** Of each connection in each stage. */
  readonly counts: readonly StageCount[];
  /** The first jobs in each stage, in the queue's order. */
  readonly first: readonly LaneJob[];
  /** Most jobs of one stage in `first`. Where there are as many, more may be behind them. */
  readonly firstLimit: number;
  /** Milliseconds until the next wait of a job is over; null when no job waits for a time. */
  readonly nextWaitMs: number | null;
  /** Reads the first jobs in a stage that the excluded connections leave over. */
  search(search: Search): readonly LaneJob[];
  /** Whether the rest of a job begins with a start, which costs money. */
  needsStart(jobId: string): boolean;
}

export interface Search {
  readonly stage: Stage;
  /** No job of these connections. */
  readonly exceptConnections: readonly string[];
  /** No job of these connections that needs a start. */
  readonly closedConnections: readonly string[];
  readonly limit: number;
}

export interface Plan {
  readonly begin: readonly { readonly job: LaneJob; readonly lane: Lane }[];
  /** Milliseconds until something may have become possible by itself; null when only a change can bring it. */
  readonly wakeAfterMs: number | null;
}

/** Jobs at work that would start something over a connection that was parked meanwhile. */
export function planStops({
  connections,
  needsStart,
  running,
}: Pick<Snapshot, 'connections' | 'needsStart' | 'running'>) {
  const parked = new Set(connections.filter(({ gate }) => gate === 'parked').map(({ id }) => id));
  return running.filter(({ connectionId, id }) => parked.has(connectionId) && needsStart(id)).map(({ id }) => id);
}

export function planWork(snapshot: Snapshot): Plan {
  if (snapshot.paused) return { begin: [], wakeAfterMs: null };
  return { begin: planBegins(snapshot), wakeAfterMs: wakeAfterMs(snapshot) };
}

function wakeAfterMs({ connections, nextWaitMs }: Snapshot): number | null {
  const pauses = connections.map(({ quietMs }) => quietMs).filter((quietMs) => quietMs > 0);
  if (nextWaitMs !== null) pauses.push(nextWaitMs);
  return pauses.length === 0 ? null : Math.max(SHORTEST_WAKE_MS, Math.min(...pauses, LONGEST_WAKE_MS));
}

function planBegins(snapshot: Snapshot): Plan['begin'] {
  const { connections, first, limits } = snapshot;
  const counts = countJobs(snapshot.counts);
  const mostGenerations = new Map(
    connections.flatMap(({ id, mostGenerations: most }) => (most === null ? [] : [[id, most] as const])),
  );
  const quiet = connections.filter(({ quietMs }) => quietMs > 0).map(({ id }) => id);
  const dueForTrial = new Set(connections.filter(({ gate }) => gate === 'trial-due').map(({ id }) => id));
  const closed = new Set(connections.filter(({ gate }) => isClosed(gate)).map(({ id }) => id));
  const taken = new Set(snapshot.running.map(({ id }) => id));
  const busy: LaneSlot[] = [...snapshot.running];
  const begin: { job: LaneJob; lane: Lane }[] = [];

  const occupancy = (): Occupancy => ({ limits, busy: [...busy], counts, mostGenerations });
  const mayBegin = (job: LaneJob) => !closed.has(job.connectionId) || !snapshot.needsStart(job.id);

  function add(job: LaneJob, lane: Lane): void {
    begin.push({ job, lane });
    taken.add(job.id);
    busy.push({ lane, connectionId: job.connectionId });
    // The first job that tries a connection closes it for those after it.
    if (dueForTrial.has(job.connectionId) && snapshot.needsStart(job.id)) closed.add(job.connectionId);
  }

  /** Whether jobs of other connections wait in a lane. */
  function waits({ busy, counts }: Occupancy, lane: Lane, exceptConnections: readonly string[]): boolean {
    return counts.some(({ connectionId, count, lane: of }) => {
      if (of !== lane || exceptConnections.includes(connectionId)) return false;
      return count > busy.filter((slot) => slot.lane === lane && slot.connectionId === connectionId).length;
    });
  }

  /** Jobs that may begin in a lane, in the queue's order within each of its stages. */
  function candidates(lane: Lane): LaneJob[] {
    const now = occupancy();
    const exceptConnections = [...fullConnections(now, lane), ...(CALLING.has(lane) ? quiet : [])];
    const isCandidate = (job: LaneJob) =>
      !taken.has(job.id) && !exceptConnections.includes(job.connectionId) && mayBegin(job);
    return LANE_STAGES[lane].flatMap((stage) => {
      const read = first.filter((job) => job.stage === stage);
      const mine = read.filter(isCandidate);
      // A search costs more, and is needed only where none of the first may begin and others wait behind them.
      if (mine.length > 0 || read.length < snapshot.firstLimit || !waits(now, lane, exceptConnections)) return mine;
      const limit = freeSlots(now, lane) + now.busy.filter((slot) => slot.lane === lane).length;
      return snapshot.search({ stage, exceptConnections, closedConnections: [...closed], limit }).filter(isCandidate);
    });
  }

  for (const lane of LANES) {
    while (freeSlots(occupancy(), lane) > 0) {
      const chosen = choose(occupancy(), lane, candidates(lane));
      if (chosen.length === 0) break;
      for (const job of chosen) if (mayBegin(job)) add(job, lane);
    }
  }
  return begin;
}
