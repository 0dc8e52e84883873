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
  CreationOutcome,
  Failure,
  FoundGeneration,
  Generation,
  GenerationInList,
  Key,
  KeyOwner,
  ListPage,
  NewestFirst,
  NewGeneration,
  NewProject,
  Output,
  Project,
  ProjectInList,
  StartObstacle,
  StartOutcome,
  StoredSecret,
  User,
} from './records.ts';
import type { WebhookStore } from './webhook-port.ts';

export interface AccountStore {
  /** Returns the user of that name, and adds this one when there is none. */
  ensureUser(user: User): Promise<User>;
  /** Adds a user. @returns null, with nothing changed, when the name is taken */
  addUser(user: User, billingCountry: string | null, actorKeyId: string): Promise<User | null>;
  findUser(userId: string): Promise<User | null>;
  /** All users, oldest first. */
  listUsers(): Promise<readonly User[]>;
  /** Gives the key of that identifier these scopes, and adds this one when there is none. */
  ensureKey(key: Key): Promise<Key>;
  /**
   * Adds the first keys of a data folder.
   * @returns false, with nothing changed, when there are stored secrets already
   */
  addFirstKeys(keys: readonly Key[]): Promise<boolean>;
  /** Candidates for a presented secret; the caller compares the hashes. */
  findKeysByPrefix(keyPrefix: string): Promise<readonly KeyOwner[]>;
  findKey(keyId: string): Promise<KeyOwner | null>;
  /** What may change about a key during one of its calls. */
  keyStanding(keyId: string): Promise<Pick<Key, 'status' | 'secretHash'> | null>;
}

type KeyChange = { readonly kind: 'done'; readonly key: Key } | KeyObstacle;

/** Who changes a key. */
export interface KeyActor {
  readonly keyId: string;
  /** Whether the user runs the service. */
  readonly operator: boolean;
}

/** Changes of keys. Each writes the audit log in the same transaction, and the calling key must be active. */
export interface KeyStore {
  /** All of the user, oldest first. */
  list(userId: string): Promise<readonly Key[]>;
  /** Adds a key. A scoped key becomes the child of the actor, or of its user's oldest admin key when the actor belongs to another user who has one. */
  add(key: Omit<Key, 'parentKeyId'>, actorKeyId: string): Promise<KeyChange>;
  /** Gives a scoped key of this user another secret. Once this resolves, the old secret is invalid. */
  rotate(userId: string, keyId: string, secret: StoredSecret, actor: KeyActor, now: number): Promise<KeyChange>;
  /** @param userId as for `setStatus` */
  setLimit(
    userId: string | null,
    keyId: string,
    callsPerMinute: number | null,
    actorKeyId: string,
    now: number,
  ): Promise<KeyChange>;
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
  /** Whether an Idempotency-Key of the account stands for a project that is there. */
  isRepeated(userId: string, idempotencyKey: string): Promise<boolean>;
  /** With anything but `created`, nothing was added. */
  create(project: NewProject, idempotency?: Idempotency | null): Promise<CreationOutcome>;
  find(userId: string, projectId: string): Promise<Project | null>;
  /** The key that created a project, also a deleted one. */
  keyOf(projectId: string): Promise<string | null>;
  /** For signed URLs, whose signature stands for the permission. */
  findById(projectId: string): Promise<Project | null>;
  /**
   * Of the user, oldest first; without a page, all.
   * @param among identifiers of those that the caller may see; null for all
   * @returns null when there is no entry that the page follows
   */
  list(
    userId: string,
    among?: readonly string[] | null,
    page?: ListPage | null,
  ): Promise<readonly ProjectInList[] | null>;
  /**
   * Marks that an upload begins, and reserves its bytes. An existing medium stays in use meanwhile, and both count.
   * @param quota bytes that the account may keep; null for any number
   * @returns `begun`, or why nothing was changed
   */
  beginUpload(
    projectId: string,
    bytes: number,
    quota: number | null,
  ): Promise<'begun' | 'quota-exceeded' | UploadObstacle>;
  /** Called right before an upload replaces the medium: until `finishUpload` no generation can start. */
  beginReplacing(projectId: string): Promise<'begun' | UploadObstacle>;
  /** @param sha256 in hex */
  finishUpload(projectId: string, bytes: number, sha256: string, now: number): Promise<void>;
  /** Stores the length of the medium that was uploaded at that time; does nothing when it was replaced since. */
  setDuration(projectId: string, uploadedAt: number, seconds: number): Promise<void>;
  /** What was found of the medium that was uploaded then; a later medium is looked at again. */
  setHasVideo(projectId: string, uploadedAt: number, hasVideo: boolean): Promise<void>;
}

/** The space that media and outputs take, by account. */
export interface SpaceStore {
  /** Bytes that the account uses. */
  used(userId: string): Promise<number>;
  /** Sets the bytes of an upload. @returns false, with nothing changed, when that would exceed the quota */
  resizeUpload(projectId: string, bytes: number, quota: number | null): Promise<boolean>;
  /** Adds the bytes of outputs. @returns false, with nothing changed, when that would exceed the quota */
  add(projectId: string, bytes: number, quota: number | null): Promise<boolean>;
  subtract(projectId: string, bytes: number): Promise<void>;
  /**
   * Marks a project as deleted, removes its outputs, and keeps what the ledger needs.
   * @returns `deleted`, or why nothing was changed: `running` while one of its generations is queued or processing
   */
  deleteProject(projectId: string, actorKeyId: string, now: number): Promise<'deleted' | 'running' | 'gone'>;
  /** Deleted projects whose files still count. */
  deletedProjects(): Promise<readonly string[]>;
  /** Marks that the files of a deleted project are removed. */
  freed(projectId: string): Promise<void>;
  /** Projects with an unfinished upload; those with `bytes` have an earlier medium. */
  unfinishedUploads(): Promise<readonly Project[]>;
  /** Recounts all bytes: a run that was cut off may have reserved space for outputs that were never written. */
  recount(): Promise<void>;
}

export interface GenerationStore {
  /**
   * Adds a queued generation and holds what it may cost, unless the project has no medium, the idempotency key was used before, or
   * billing forbids it. All of that is checked in the same transaction.
   * @param quote the most that it costs
   * @param starter with `secretHash` the key is checked too, so that nothing starts with a key that was stopped meanwhile
   */
  start(
    generation: NewGeneration,
    quote: StartQuote,
    idempotency: Idempotency | null,
    starter?: Starter,
  ): Promise<StartOutcome>;
  /** What would prevent a start at any price; null for nothing. Asked before the price is known. */
  startObstacle(starter: Starter, idempotency: Idempotency | null, now: number): Promise<StartObstacle | null>;
  find(userId: string, projectId: string, generationId: string): Promise<FoundGeneration | null>;
  findById(generationId: string): Promise<Generation | null>;
  /** Of the project, oldest first; without a page, all. @returns null when there is no entry that the page follows */
  list(projectId: string, page?: ListPage | null): Promise<readonly GenerationInList[] | null>;
  /** Takes the oldest queued generation and marks it as processing. */
  claimNext(now: number, except?: readonly string[]): Promise<Generation | null>;
  /** Puts a processing generation back to its position in the queue. */
  requeue(generationId: string, now: number): Promise<boolean>;
  /** Requeues what an earlier run of the service left processing. @returns how many */
  requeueInterrupted(now: number): Promise<number>;
  /** Counts a failed attempt. @returns how many there are */
  countFailure(generationId: string): Promise<number>;
  setHasVideo(generationId: string, hasVideo: boolean): Promise<void>;
  /**
   * Marks a processing generation as complete, and writes its outputs and its usage at the price agreed at its start.
   * @returns false, with nothing changed, when it is no longer processing
   */
  complete(generationId: string, outputs: readonly Output[], metered: Metered, now: number): Promise<boolean>;
  /**
   * Marks a generation as failed when its status is one of `from`.
   * @returns false, with nothing changed, when its status is another
   */
  fail(generationId: string, from: readonly GenerationStatus[], failure: Failure, now: number): Promise<boolean>;
  findOutput(generationId: string, downloadType: string): Promise<Output | null>;
  /** Adds an output to a complete generation. @returns false, with nothing changed, when it is gone */
  addOutput(output: Output): Promise<boolean>;
}

export interface AuditStore {
  /** Adds an entry outside a transaction. Changes in the store write their entries themselves. */
  record(event: AuditEvent, now: number): Promise<void>;
  /** Newest first. @returns null when the account has no entry `before` */
  list(userId: string, page: NewestFirst): Promise<readonly AuditEntry[] | null>;
  /** Milliseconds by which rehearsals have moved the clock, summed over the audit log. */
  movedByRehearsals(): Promise<number>;
}

/** What waits at one moment. */
export interface ServiceLoad {
  readonly queued: number;
  readonly processing: number;
  /** When the longest waiting generation was created; null without one. */
  readonly oldestQueuedAt: number | null;
  /** Deliveries of webhooks that should have begun by now. */
  readonly deliveriesDue: number;
  /** When the first of them was due; null without one. */
  readonly oldestDueAt: number | null;
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
  /** Of all accounts. */
  load(now: number): Promise<ServiceLoad>;
  close(): Promise<void>;
}
