/** What becomes of a finished file in a watch folder: the one place that decides whether it is restored. Pure. */

import type { ErrorCode } from '../../../../../shared/domain/errors.ts';
import { isFinal, type JobState } from '../../../../../shared/domain/job-state.ts';

/** What an earlier file of the same folder was, and how its job stands; null where it has none. */
export interface EarlierFile {
  readonly jobId: string | null;
  readonly state: JobState | null;
  /** Whether that file is still where it was. */
  readonly isThere: boolean;
}

export interface FinishedFile {
  /** The first file with this content; null when there is none. `isSamePath` when it is this very file. */
  readonly sameContent: (EarlierFile & { readonly isSamePath: boolean }) | null;
  /** The same path with other content; null when there was none. */
  readonly samePath: EarlierFile | null;
  /** Whether Cleartake made it. */
  readonly isResult: boolean;
}

export type Decision =
  | { readonly kind: 'add' }
  | { readonly kind: 'same-content'; readonly jobId: string | null }
  | { readonly kind: 'own-result' }
  /** Its job isn't over yet: then it is clear what to do. `moves` when the job has to read the recording from its new path meanwhile. */
  | { readonly kind: 'wait'; readonly jobId: string; readonly moves: boolean }
  /** The job failed because its file was incomplete or gone: it restores this one. */
  | { readonly kind: 'retry'; readonly jobId: string };

/** Failures of the file itself, before anything was sent. */
const ABOUT_THE_FILE: ReadonlySet<ErrorCode> = new Set([
  'sourceMissing',
  'sourceUnreadable',
  'sourceChanged',
  'mediaEmpty',
  'mediaTruncated',
  'mediaDamaged',
  'mediaNotRecognized',
]);

export function decide({ isResult, sameContent, samePath }: FinishedFile): Decision {
  if (sameContent !== null) return decideSame(sameContent);
  if (isResult) return { kind: 'own-result' };
  if (samePath === null || samePath.jobId === null || samePath.state === null) return { kind: 'add' };
  if (!isFinal(samePath.state)) return { kind: 'wait', jobId: samePath.jobId, moves: false };
  return failedOverFile(samePath.state) ? { kind: 'retry', jobId: samePath.jobId } : { kind: 'add' };
}

/** A copy changes nothing. A renamed file is followed, unless its recording is restored already. */
function decideSame({ isSamePath, isThere, jobId, state }: EarlierFile & { readonly isSamePath: boolean }): Decision {
  const known = { kind: 'same-content', jobId } as const;
  if (jobId === null || state === null) return known;
  if (isSamePath) return failedOverFile(state) ? { kind: 'retry', jobId } : known;
  if (isThere) return known;
  if (!isFinal(state)) return { kind: 'wait', jobId, moves: true };
  return failedOverFile(state) ? { kind: 'retry', jobId } : known;
}

function failedOverFile(state: JobState): boolean {
  return state.kind === 'failed' && ABOUT_THE_FILE.has(state.error.code);
}
