/** The rows of accounts, projects and generations. Times are in milliseconds since the epoch. */

import type { ModelId } from '../../../shared/domain/models.ts';
import type { GenerationStatus, PROJECT_STATUSES } from '../../../shared/service-api/bodies.ts';
import type { KeyRole, KeyStatus } from '../../../shared/service-api/key-metadata.ts';
import type { AuditEvent } from '../rules/audit-events.ts';
import type { Tier } from '../rules/billing/account-state.ts';
import type * as starts from '../rules/generations/starts.ts';
import type * as projects from '../rules/projects.ts';

type FreeForm = Readonly<Record<string, unknown>>;

export interface User {
  readonly userId: string;
  readonly name: string;
  readonly tier: Tier;
  /** Runs the service: its admin keys reach every account, those of other users only their own. */
  readonly operator: boolean;
  readonly createdAt: number;
}

export interface Key {
  readonly keyId: string;
  readonly userId: string;
  readonly label: string;
  readonly role: KeyRole;
  readonly status: KeyStatus;
  /** The secret's first characters: safe to show, and how a presented key finds its row. */
  readonly keyPrefix: string;
  /** SHA-256 of the secret in hex; null for the key of the built-in account, whose secret lives for one run only. */
  readonly secretHash: string | null;
  readonly scopes: readonly string[];
  readonly resourceBounds: FreeForm;
  readonly parentKeyId: string | null;
  /** Calls a minute; null for what the plan allows. */
  readonly callsPerMinute: number | null;
  readonly createdAt: number;
  readonly rotatedAt: number | null;
  readonly revokedAt: number | null;
}

/** What the store keeps of a new secret. */
export type StoredSecret = Pick<Key, 'keyPrefix'> & { readonly secretHash: string };

/** A key with the user it belongs to. */
export interface KeyOwner {
  readonly key: Key;
  readonly user: User;
}

export interface AuditEntry extends AuditEvent {
  /** Order of the entries. */
  readonly sequence: number;
  readonly auditId: string;
  readonly createdAt: number;
}

export interface Project {
  readonly projectId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly status: (typeof PROJECT_STATUSES)[number];
  readonly originalFileName: string;
  readonly contentType: string;
  readonly fileFormat: string | null;
  readonly params: FreeForm | null;
  /** Bytes of the uploaded medium; null until it is complete. */
  readonly bytes: number | null;
  /** Of the whole medium, in hex; null until it is complete. */
  readonly sha256: string | null;
  /** Bytes of the medium and of the outputs, which count towards the quota. */
  readonly storedBytes: number;
  /** Bytes that an upload takes or has reserved, which count as well. */
  readonly uploadBytes: number;
  /** Seconds; null until they were counted. */
  readonly durationSeconds: number | null;
  /** Null until somebody looked. */
  readonly hasVideo: boolean | null;
  readonly createdAt: number;
  readonly uploadedAt: number | null;
  readonly deletedAt: number | null;
}

export type NewProject = Pick<
  Project,
  'projectId' | 'userId' | 'keyId' | 'originalFileName' | 'contentType' | 'fileFormat' | 'params' | 'createdAt'
>;
/** A project without the fields that may be large. */
export type ProjectInList = Pick<Project, 'projectId' | 'status' | 'originalFileName'>;

export interface Generation {
  readonly generationId: string;
  readonly projectId: string;
  readonly userId: string;
  readonly keyId: string;
  readonly model: ModelId;
  readonly status: GenerationStatus;
  readonly sampling: FreeForm | null;
  readonly params: FreeForm | null;
  /** Failed attempts; an attempt that the end of the service cut off does not count. */
  readonly failures: number;
  readonly error: string | null;
  readonly errorDetails: FreeForm | null;
  readonly hasVideo: boolean;
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly finishedAt: number | null;
}

/** A generation without what its client sent along. */
export type FoundGeneration = Omit<Generation, 'params' | 'sampling'>;
/** A generation without the fields that may be large. */
export type GenerationInList = Pick<Generation, 'generationId' | 'status' | 'model'>;
export type NewGeneration = Pick<
  Generation,
  'generationId' | 'projectId' | 'userId' | 'keyId' | 'model' | 'sampling' | 'params' | 'hasVideo' | 'createdAt'
>;

/** A file of a complete generation. */
export interface Output {
  readonly generationId: string;
  readonly downloadType: string;
  /** Name inside the generation's own folder, with what its storage put before it. */
  readonly fileName: string;
  /** Without its dot. */
  readonly extension: string;
  readonly contentType: string;
  readonly bytes: number;
  /** Of the whole file, in hex. */
  readonly sha256: string;
}

/** Why a generation failed: a sentence for people, and details for programs. */
export interface Failure {
  readonly error: string;
  readonly errorDetails: FreeForm;
}

/** A page of a listing, newest first. */
export interface NewestFirst {
  readonly limit: number;
  /** Identifier of the last row of the previous page; null for the first page. */
  readonly before: string | null;
}

/** Where a page of a listing, oldest first, begins and ends. */
export interface ListPage {
  readonly limit: number;
  /** Identifier of the entry before the first, which may be deleted by now; null for the first page. */
  readonly after: string | null;
}

export type CreationOutcome =
  | { readonly kind: 'created'; readonly project: Project }
  | Exclude<projects.CreationDecision<Project>, { kind: 'go' }>;

export type StartObstacle = starts.ObstacleOf<Generation>;

export type StartOutcome =
  | { readonly kind: 'started'; readonly generation: Generation }
  | Exclude<starts.StartDecision<Generation>, { kind: 'go' }>;
