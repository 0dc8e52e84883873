/**
 * The port of the service's store. Methods are asynchronous so that a database server can be a second implementation; each
 * is one transaction. Decisions are in rules/: an implementation reads rows, asks the rule and writes what it says.
 * Nothing here checks permissions: methods that take a `userId` see only that user's rows.
 */

import type { GenerationStatus } from '../../../shared/service-api/bodies.ts';
import type { KeyStatus } from '../../../shared/service-api/key-metadata.ts';
import type { AuditEvent } from '../rules/audit-events.ts';
import type { Metered, StartQuote } from '../rules/billing/quote.ts';
import type { Idempotency, Starter } from '../rules/generations/starts.ts';
import type { KeyObstacle } from '../rules/keys/changes.ts';
import type { UploadObstacle } from '../rules/projects.ts';
import type { BillingStore } from './billing-port.ts';
import type {
  AuditEntry,
  Failure,
  FoundGeneration,
  Generation,
  Key,
  KeyOwner,
  ListedGeneration,
  ListedProject,
  NewGeneration,
  NewProject,
  Output,
  Page,
  Project,
  StartObstacle,
  StartOutcome,
  StoredSecret,
  User,
} from './records.ts';
import type { WebhookStore } from './webhook-port.ts';

export interface AccountStore {
  /** The user of that name: the one that is there, else this one. */
  ensureUser(user: User): Promise<User>;
  /** Adds a user, and says so in its audit log. @returns null, with nothing changed, when the name is taken */
  addUser(user: User, billingCountry: string | null, actorKeyId: string): Promise<User | null>;
  findUser(userId: string): Promise<User | null>;
  /** All of them, oldest first. */
  listUsers(): Promise<readonly User[]>;
  /** The key of that id: the one that is there, with these scopes, else this one. */
  ensureKey(key: Key): Promise<Key>;
  /**
   * Adds the first keys of a data folder.
   * @returns false, with nothing changed, when there are keys with secrets already
   */
  addFirstKeys(keys: readonly Key[]): Promise<boolean>;
  /** Candidates for a presented secret; the caller compares the hashes. */
  findKeysByPrefix(keyPrefix: string): Promise<readonly KeyOwner[]>;
  findKey(keyId: string): Promise<KeyOwner | null>;
  /** What may change about a key while one of its calls is on the way. */
  keyStanding(keyId: string): Promise<Pick<Key, 'status' | 'secretHash'> | null>;
}

export type KeyChange = { readonly kind: 'done'; readonly key: Key } | KeyObstacle;

/** Every change of a key. Each writes the audit log in the same transaction, and nothing is done for a key that is not active. */
export interface KeyStore {
  /** All of the user's, oldest first. */
  list(userId: string): Promise<readonly Key[]>;
  /** Adds a key. A scoped one becomes the child of the actor, or of its user's oldest admin key where the actor is not the user's. */
  add(key: Omit<Key, 'parentKeyId'>, actorKeyId: string): Promise<KeyChange>;
  /** Gives a scoped key of this user another secret. Once it resolves the old one is gone. */
  rotate(userId: string, keyId: string, secret: StoredSecret, actorKeyId: string, now: number): Promise<KeyChange>;
  /** @param userId the account that the key has to belong to; null for any */
  setStatus(
    userId: string | null,
    keyId: string,
    status: KeyStatus,
    actorKeyId: string,
    now: number,
  ): Promise<KeyChange>;
}

export interface ProjectStore {
  /** @returns null, with nothing added, when the account has as many projects as it may */
  create(project: NewProject): Promise<Project | null>;
  find(userId: string, projectId: string): Promise<Project | null>;
  /** For signed addresses, whose signature stands for the permission. */
  findById(projectId: string): Promise<Project | null>;
  /** All of the user's, oldest first. */
  list(userId: string): Promise<readonly ListedProject[]>;
  /**
   * Marks that a medium is on its way, and reserves its bytes. One that is there stays in use, and both count.
   * @param quota bytes that the account may keep; null for any number
   * @returns why nothing was changed, else `begun`
   */
  beginUpload(
    projectId: string,
    bytes: number,
    quota: number | null,
  ): Promise<'begun' | 'quota-exceeded' | UploadObstacle>;
  /** Right before a whole upload takes the place of the medium: from here to `finishUpload` no generation can start. */
  beginReplacing(projectId: string): Promise<'begun' | UploadObstacle>;
  /** @param sha256 in hex */
  finishUpload(projectId: string, bytes: number, sha256: string, now: number): Promise<void>;
  /** Keeps the length of the medium that was uploaded then; another one that replaced it is left alone. */
  setDuration(projectId: string, uploadedAt: number, seconds: number): Promise<void>;
}

/** What media and outputs take, by account. */
export interface SpaceStore {
  /** Bytes that count to the account. */
  used(userId: string): Promise<number>;
  /** What an upload takes by now. @returns false, with nothing changed, when the account's quota would be passed */
  resizeUpload(projectId: string, bytes: number, quota: number | null): Promise<boolean>;
  /** Counts outputs that come to a project. @returns false, with nothing changed, when the account's quota would be passed */
  add(projectId: string, bytes: number, quota: number | null): Promise<boolean>;
  subtract(projectId: string, bytes: number): Promise<void>;
  /**
   * Takes a project from sight, with its outputs, keeps what the ledger needs, and says so in the audit log.
   * @returns why nothing was changed, `running` while a generation of it is queued or processing; else `deleted`
   */
  deleteProject(projectId: string, actorKeyId: string, now: number): Promise<'deleted' | 'running' | 'gone'>;
  /** Deleted projects whose files still count. */
  deletedProjects(): Promise<readonly string[]>;
  /** The files of a deleted project are gone. */
  freed(projectId: string): Promise<void>;
  /** Projects whose upload is not whole; those with `bytes` had a medium before. */
  unfinishedUploads(): Promise<readonly Project[]>;
  /** Counts anew what a run that was cut off may have reserved for outputs that never came. */
  recount(): Promise<void>;
}

export interface GenerationStore {
  /**
   * Adds a queued generation and holds its money, unless the project has no medium, the idempotency key says it was added before,
   * or billing forbids it: all of it is decided in one transaction.
   * @param quote what it costs at most
   * @param starter also asked for the key, when its `secretHash` is said: nothing begins with a key that was stopped by then
   */
  start(
    generation: NewGeneration,
    quote: StartQuote,
    idempotency: Idempotency | null,
    starter?: Starter,
  ): Promise<StartOutcome>;
  /** What `start` would find in its way whatever it costs; null for nothing. To be asked before its price is found out. */
  startObstacle(starter: Starter, idempotency: Idempotency | null, now: number): Promise<StartObstacle | null>;
  find(userId: string, projectId: string, generationId: string): Promise<FoundGeneration | null>;
  findById(generationId: string): Promise<Generation | null>;
  /** All of the project's, oldest first. */
  list(projectId: string): Promise<readonly ListedGeneration[]>;
  /** Takes the oldest queued generation and marks it as processing. */
  claimNext(now: number): Promise<Generation | null>;
  /** Puts a generation that was processing back in its place in the queue. */
  requeue(generationId: string, now: number): Promise<boolean>;
  /** Requeues whatever an earlier run of the service left processing, and tells how many. */
  requeueInterrupted(now: number): Promise<number>;
  /** Counts an attempt that ended in a fault, and tells how many there are. */
  countFailure(generationId: string): Promise<number>;
  setHasVideo(generationId: string, hasVideo: boolean): Promise<void>;
  /**
   * Marks one that is processing as complete, with its outputs and its one row of the meter, at the price agreed at its start.
   * @returns false, with nothing changed, when it is not processing any more
   */
  complete(generationId: string, outputs: readonly Output[], metered: Metered, now: number): Promise<boolean>;
  /**
   * Marks one that is in one of the statuses `from` as failed.
   * @returns false, with nothing changed, when it is in none of them any more
   */
  fail(generationId: string, from: readonly GenerationStatus[], failure: Failure, now: number): Promise<boolean>;
  findOutput(generationId: string, downloadType: string): Promise<Output | null>;
}

export interface AuditStore {
  /** For what is no part of another transaction. Changes in the store write theirs with `recordAudit`. */
  record(event: AuditEvent, now: number): Promise<void>;
  /** Newest first. @returns null when the account has no entry `before` */
  list(userId: string, page: Page): Promise<readonly AuditEntry[] | null>;
  /** By how much rehearsals have put the clock forward, in milliseconds: what the log says of them, summed up. */
  movedByRehearsals(): Promise<number>;
}

export interface ServiceStore {
  readonly accounts: AccountStore;
  readonly keys: KeyStore;
  readonly audit: AuditStore;
  readonly projects: ProjectStore;
  readonly space: SpaceStore;
  readonly generations: GenerationStore;
  readonly billing: BillingStore;
  readonly webhooks: WebhookStore;
  close(): Promise<void>;
}
