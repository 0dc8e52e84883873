/** The start of a generation, as steps inside one transaction: neither an upload nor a key's end nor the same request can come in between. */

import { and, count, eq } from 'drizzle-orm';
import { admit } from '../../../rules/billing/admission.ts';
import type { StartQuote } from '../../../rules/billing/quote.ts';
import type { Idempotency, NewGeneration, Starter, StartObstacle, StartOutcome } from '../../records.ts';
import { admitStart, placeHold, type StartAdmission } from '../billing/holds.ts';
import { loadState } from '../billing/states.ts';
import { generations, keys, projects, startRequests } from '../schema/all.ts';
import type { ServiceDatabase } from '../sqlite-store.ts';
import { recordStatusChange } from '../webhooks/status-events.ts';

/** Generations of one project: a listing carries all of them. */
const MOST_GENERATIONS = 1000;

export interface Start {
  readonly generation: NewGeneration;
  readonly quote: StartQuote;
  readonly idempotency: Idempotency | null;
  readonly starter: Starter;
}

/** What decides a start whatever it costs; null for nothing. A request that came before is answered also when it may not be paid for any more. */
export function findObstacle(
  database: ServiceDatabase,
  starter: Starter,
  idempotency: Idempotency | null,
  now: number,
): StartObstacle | null {
  const stopped = findStopped(database, starter);
  if (stopped !== null) return stopped;
  const before = idempotency === null ? null : findRepeated(database, starter.userId, idempotency);
  if (before !== null) return before;
  const { kind } = admit(loadState(database, starter.userId), 0, now);
  return kind === 'plan-required' || kind === 'payment-failed' ? { kind } : null;
}

export function startGeneration(
  database: ServiceDatabase,
  { generation, quote, idempotency, starter }: Start,
): StartOutcome {
  const { orm } = database;
  const { projectId, userId, generationId, createdAt } = generation;
  const obstacle = findObstacle(database, starter, idempotency, createdAt);
  if (obstacle !== null) return obstacle;
  const project = orm
    .select({ status: projects.status, uploadedAt: projects.uploadedAt })
    .from(projects)
    .where(eq(projects.projectId, projectId))
    .get();
  if (project?.status !== 'uploaded') return { kind: 'not-uploaded' };
  // Replaced since its price was found out.
  if (quote.uploadedAt !== null && quote.uploadedAt !== project.uploadedAt) return { kind: 'not-uploaded' };
  const there = orm.select({ count: count() }).from(generations).where(eq(generations.projectId, projectId)).get();
  if ((there?.count ?? 0) >= MOST_GENERATIONS) return { kind: 'too-many' };
  const admission = admissionOf(database, userId, quote, createdAt);
  if (admission.kind !== 'admitted') return admission;
  const started = orm
    .insert(generations)
    .values({ ...generation, status: 'queued' })
    .returning()
    .get();
  placeHold(database, started, quote, createdAt);
  recordStatusChange(database, started, createdAt);
  if (idempotency !== null) {
    orm
      .insert(startRequests)
      .values({ ...idempotency, userId, generationId })
      .run();
  }
  return { kind: 'started', generation: started };
}

function admissionOf(
  database: ServiceDatabase,
  userId: string,
  quote: StartQuote,
  now: number,
): StartAdmission | { readonly kind: 'uncountable' } {
  try {
    return admitStart(database, userId, quote, now);
  } catch (failure) {
    if (failure instanceof RangeError) return { kind: 'uncountable' };
    throw failure;
  }
}

function findStopped({ orm }: ServiceDatabase, { keyId, secretHash }: Starter): StartObstacle | null {
  if (secretHash === undefined) return null;
  const key = orm
    .select({ status: keys.status, secretHash: keys.secretHash })
    .from(keys)
    .where(eq(keys.keyId, keyId))
    .get();
  if (key?.status !== 'active') return { kind: 'key-inactive' };
  return key.secretHash === secretHash ? null : { kind: 'key-replaced' };
}

function findRepeated(
  { orm }: ServiceDatabase,
  userId: string,
  { idempotencyKey, fingerprint }: Idempotency,
): StartObstacle | null {
  const before = orm
    .select({ fingerprint: startRequests.fingerprint, generation: generations })
    .from(startRequests)
    .innerJoin(generations, eq(generations.generationId, startRequests.generationId))
    .where(and(eq(startRequests.userId, userId), eq(startRequests.idempotencyKey, idempotencyKey)))
    .get();
  if (before === undefined) return null;
  return before.fingerprint === fingerprint
    ? { kind: 'repeated', generation: before.generation }
    : { kind: 'key-reused' };
}
