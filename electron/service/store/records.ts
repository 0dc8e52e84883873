/** The rows of the store as the rooms of the service see them. */

import type { StartAdmission } from './sqlite/billing/holds.ts';
import type { auditEntries, generations, keys, outputs, projects, usage, users } from './sqlite/schema/all.ts';

export type User = typeof users.$inferSelect;
export type Key = typeof keys.$inferSelect;
export type AuditEntry = typeof auditEntries.$inferSelect;
export type Project = typeof projects.$inferSelect;
export type NewProject = Pick<
  Project,
  'projectId' | 'userId' | 'keyId' | 'originalFileName' | 'contentType' | 'fileFormat' | 'params' | 'createdAt'
>;
/** A project without what may be large. */
export type ListedProject = Pick<Project, 'projectId' | 'status' | 'originalFileName'>;
export type Generation = typeof generations.$inferSelect;
/** Without what its client sent along. */
export type FoundGeneration = Omit<Generation, 'params' | 'sampling'>;
/** A generation without what may be large. */
export type ListedGeneration = Pick<Generation, 'generationId' | 'status' | 'model'>;
export type NewGeneration = Pick<
  Generation,
  'generationId' | 'projectId' | 'userId' | 'keyId' | 'model' | 'sampling' | 'params' | 'createdAt'
>;
export type Output = typeof outputs.$inferSelect;
export type Usage = typeof usage.$inferSelect;

/** Why a generation failed: a sentence for people, and what programs may look at. */
export interface Failure {
  readonly error: string;
  readonly errorDetails: Readonly<Record<string, unknown>>;
}

/** A key with the user it belongs to. */
export interface KeyOwner {
  readonly key: Key;
  readonly user: User;
}

/** An Idempotency-Key with the fingerprint of what was sent under it. */
export interface Idempotency {
  readonly idempotencyKey: string;
  readonly fingerprint: string;
}

/** Who starts a generation, and with which key. */
export interface Starter {
  readonly userId: string;
  readonly keyId: string;
  /** What stood in the key's row when the call was authenticated; not said, the key is not looked at. */
  readonly secretHash?: string | null;
}

/** What decides a start before its price matters. */
export type StartObstacle =
  | { readonly kind: 'key-inactive' }
  | { readonly kind: 'key-replaced' }
  /** The same request came before: nothing new was started. */
  | { readonly kind: 'repeated'; readonly generation: Generation }
  /** The idempotency key was used for another request. */
  | { readonly kind: 'key-reused' }
  | { readonly kind: 'plan-required' }
  | { readonly kind: 'payment-failed' };

export type StartOutcome =
  | { readonly kind: 'started'; readonly generation: Generation }
  | StartObstacle
  | { readonly kind: 'not-uploaded' }
  /** The project has as many generations as it may. */
  | { readonly kind: 'too-many' }
  /** What it costs cannot be counted exactly with what the account owes. */
  | { readonly kind: 'uncountable' }
  /** It may not be paid for; nothing was started. */
  | Exclude<StartAdmission, { kind: 'admitted' }>;

/** Whether an upload may begin: not once there are generations, whose medium may not change any more, and not beyond the quota. */
export type UploadBeginning = 'begun' | 'gone' | 'has-generations' | 'quota-exceeded';
