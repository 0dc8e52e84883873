/** Where in its transfers a worker is killed: a named point, or one that comes again and again when so much has moved. */

import type { Checkpoint } from '../../../../electron/core/checkpoints.ts';
import type { OneJob } from '../one-job.ts';

export interface KillPoint {
  readonly checkpoint: Checkpoint;
  /** From 0 to 1, of the bytes of this transfer. */
  readonly moved?: number;
}

/** In the order in which one job comes to them. */
export const KILL_POINTS: readonly KillPoint[] = [
  { checkpoint: 'upload:project-created' },
  { checkpoint: 'upload:project-recorded' },
  { checkpoint: 'upload:part-sent', moved: 0.1 },
  { checkpoint: 'upload:part-sent', moved: 0.5 },
  { checkpoint: 'upload:part-sent', moved: 0.9 },
  { checkpoint: 'upload:sent' },
  { checkpoint: 'upload:recorded' },
  { checkpoint: 'download:address-given' },
  { checkpoint: 'download:part-written', moved: 0.1 },
  { checkpoint: 'download:part-written', moved: 0.5 },
  { checkpoint: 'download:part-written', moved: 0.9 },
  { checkpoint: 'download:received' },
  { checkpoint: 'download:checked' },
  { checkpoint: 'download:committed' },
  { checkpoint: 'download:recorded' },
  { checkpoint: 'export:before-copy' },
  { checkpoint: 'export:copied' },
  { checkpoint: 'export:recorded' },
];

export function nameOf({ checkpoint, moved }: KillPoint): string {
  return moved === undefined ? checkpoint : `${checkpoint} ${moved * 100} %`;
}

/** What a worker writes down as it goes: where transfers began, and how far they were when it was killed. */
export type Trace =
  | { readonly kind: 'upload-from' | 'download-from'; readonly bytes: number }
  | { readonly kind: 'killed'; readonly point: string; readonly sent: number; readonly written: number }
  | { readonly kind: 'done' };

export interface WorkerOptions extends Omit<OneJob, 'preset'> {
  readonly out: string;
  readonly trace: string;
  /** Null: it is let go to its end. */
  readonly point: KillPoint | null;
  /** A worker that is wrong on purpose: it exports in place, and is killed in the middle. */
  readonly copiesInPlace: boolean;
}
