/** Rules of projects: how many there may be, when their medium may be replaced, and when they may be deleted. */

import type { GenerationStatus, PROJECT_STATUSES } from '../../../shared/service-api/bodies.ts';
import type { Idempotency } from './generations/starts.ts';
import { type Refusal, refuse } from './refusal.ts';

/** Projects of an account that are not deleted. A listing returns all of them. */
const MOST_PROJECTS = 20_000;

/** A request with the same Idempotency-Key, and what came of it. */
export interface EarlierCreation<Project> {
  readonly fingerprint: string;
  readonly project: Project;
}

export type CreationDecision<Project> =
  | { readonly kind: 'go' }
  /** The same request came before and created this project. */
  | { readonly kind: 'repeated'; readonly project: Project }
  /** The idempotency key was used for another request. */
  | { readonly kind: 'key-reused' }
  | { readonly kind: 'too-many' };

/**
 * @param earlier as long as its project is there: after that, its key creates another
 * @param count projects that the account has
 */
export function decideCreation<Project>(
  idempotency: Idempotency | null,
  earlier: EarlierCreation<Project> | null,
  count: number,
): CreationDecision<Project> {
  if (earlier !== null) {
    const isSame = earlier.fingerprint === idempotency?.fingerprint;
    return isSame ? { kind: 'repeated', project: earlier.project } : { kind: 'key-reused' };
  }
  return count >= MOST_PROJECTS ? { kind: 'too-many' } : { kind: 'go' };
}

type ProjectStatus = (typeof PROJECT_STATUSES)[number];

/** Why a medium may not be uploaded. A project with generations keeps its medium. */
export type UploadObstacle = 'gone' | 'has-generations';

/**
 * The project when its medium may be uploaded, else why not.
 * @param project null when it does not exist or is deleted
 */
export function decideUpload<Project extends object>(
  project: Project | null,
  hasGenerations: boolean,
): Project | UploadObstacle {
  if (project === null) return 'gone';
  return hasGenerations ? 'has-generations' : project;
}

/** The status while an upload is under way: a medium that is there stays in use until the new one replaces it. */
export function statusWhileUploading(status: ProjectStatus): ProjectStatus {
  return status === 'created' ? 'uploading' : status;
}

/**
 * Whether an account may keep more bytes.
 * @param quota null for any number
 */
export function fitsQuota(used: number, more: number, quota: number | null): boolean {
  return quota === null || more <= 0 || used + more <= quota;
}

/** Whether a project may be deleted: not while one of its generations is queued or processing. */
export function mayDelete(generations: readonly { readonly status: GenerationStatus }[]): boolean {
  return !generations.some(({ status }) => status === 'queued' || status === 'processing');
}

/** What a client reads when its upload is refused. */
export function uploadRefused(obstacle: UploadObstacle | 'quota-exceeded'): Refusal {
  switch (obstacle) {
    case 'gone':
      return refuse(404, 'There is no such project.');
    case 'has-generations':
      return refuse(409, 'The project has generations: its medium cannot be replaced.');
    case 'quota-exceeded':
      return refuse(
        413,
        'The storage of the account is full. Delete projects that are not needed any more, then upload again.',
        { code: 'storageQuotaExceeded' },
      );
  }
}
