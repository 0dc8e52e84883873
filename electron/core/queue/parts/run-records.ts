/** What this run of the program knows about jobs and generations and does not store: a restart finds it out again. */

import type { TransferView } from '../../../../shared/contract/views.ts';
import type { ErrorCode, ErrorRecord } from '../../../../shared/domain/errors.ts';
import type { Finding } from '../../../../shared/domain/integrity/findings.ts';
import type { ChannelNote } from '../../../../shared/domain/quality/channel-notes.ts';
import type { JobStage } from '../../../../shared/service-api/answers.ts';

/** Moments are milliseconds on the monotonic clock. */
export interface JobRun {
  /** When the present work on the job began; null while nobody works on it. */
  readonly workingSince: number | null;
  readonly transfer: TransferView | null;
  /** 0 to 1 while its output is rendered. */
  readonly exportProgress: number | null;
  /** What its sketch says of its channels. */
  readonly sketched: readonly ChannelNote[];
  /** Why the outcome of the last work on it could not be stored: it is not stored either. `until`: milliseconds since the epoch. */
  readonly unstored: { readonly reason: ErrorRecord; readonly until: number } | null;
  /** Successive upload addresses that turned out useless. */
  readonly uselessAddresses: number;
  /** Creations of a project that may have succeeded although their answers don't say which project it is. */
  readonly unclearCreations: number;
}

export interface GenerationRun {
  /** When this run started the generation. */
  readonly startedAt: number | null;
  /** The first progress of its processing that the service reported, and the last. */
  readonly firstSeen: SeenProgress | null;
  readonly lastSeen: SeenProgress | null;
  /** When the service last said that the generation is not finished. */
  readonly underWayAt: number | null;
  /** Since when the service reports a status that this client does not know. */
  readonly strangeSince: number | null;
  readonly report: ProgressReport | null;
  /** Successive answers that did not know the generation. */
  readonly unknownInARow: number;
  /** Answers that contradicted earlier ones, by their kind. */
  readonly odd: OddAnswers;
  /** How often the stored result was found damaged or missing. */
  readonly lostResults: number;
  /** Content hash of a download that was refused because of its length. */
  readonly refusedDownload: string | null;
  /** The only type in which the person wants it downloaded; null for the preset's, or any other that there is. */
  readonly forcedType: string | null;
  /** What the check before delivery found. */
  readonly checked: CheckedResult | null;
}

/** Answers of one kind that contradict earlier ones. */
interface OddAnswer {
  readonly count: number;
  /** When it came last, and until when it rests: milliseconds on the monotonic clock. */
  readonly at: number;
  readonly until: number;
}

/** By the code of what was answered. */
type OddAnswers = Partial<Readonly<Record<ErrorCode, OddAnswer>>>;

export const NONE_ODD: OddAnswers = {};

export interface CheckedResult {
  readonly contentHash: string;
  readonly findings: readonly Finding[];
  /** The result is a little late or early, and the export has to align it. */
  readonly aligns: boolean;
}

export interface SeenProgress {
  readonly at: number;
  /** 0 to 1. */
  readonly progress: number;
}

export interface ProgressReport {
  /** 0 to 1, or null when the service does not say. */
  readonly progress: number | null;
  readonly stages: readonly JobStage[];
}

const NEW_JOB: JobRun = {
  workingSince: null,
  transfer: null,
  exportProgress: null,
  sketched: [],
  unstored: null,
  uselessAddresses: 0,
  unclearCreations: 0,
};
const NEW_GENERATION: GenerationRun = {
  startedAt: null,
  firstSeen: null,
  lastSeen: null,
  underWayAt: null,
  strangeSince: null,
  report: null,
  unknownInARow: 0,
  odd: NONE_ODD,
  lostResults: 0,
  refusedDownload: null,
  forcedType: null,
  checked: null,
};

export interface RunRecords {
  readonly jobs: Records<JobRun>;
  readonly generations: Records<GenerationRun>;
  /** Batches that this run added or took on: where earlier work is left alone, only their jobs begin. */
  readonly batches: Set<string>;
  /** Most generations that a connection was seen processing at the same time, by its id. */
  readonly places: ReadonlyMap<string, number>;
  /** A generation is processed, or isn't anymore. */
  processes(connectionId: string, generationId: string, isProcessed: boolean): void;
}

interface Records<Run> {
  /** The blank record for an id that nothing is known about. */
  get(id: string): Run;
  change(id: string, changes: Partial<Run>): void;
}

export function createRunRecords(): RunRecords {
  const processed = new Map<string, Set<string>>();
  const places = new Map<string, number>();
  return {
    jobs: createRecords(NEW_JOB),
    generations: createRecords(NEW_GENERATION),
    batches: new Set(),
    places,
    processes(connectionId, generationId, isProcessed) {
      const now = processed.get(connectionId) ?? new Set();
      if (isProcessed) now.add(generationId);
      else now.delete(generationId);
      processed.set(connectionId, now);
      if (isProcessed) places.set(connectionId, Math.max(now.size, places.get(connectionId) ?? 0));
    },
  };
}

function createRecords<Run extends object>(blank: Run): Records<Run> {
  const records = new Map<string, Run>();
  const names = Object.keys(blank) as (keyof Run)[];
  const get = (id: string) => records.get(id) ?? blank;
  return {
    get,
    change(id, changes) {
      const changed = { ...get(id), ...changes };
      // A blank record would only take memory: the queue may have tens of thousands of jobs.
      if (names.every((name) => changed[name] === blank[name])) records.delete(id);
      else records.set(id, changed);
    },
  };
}
