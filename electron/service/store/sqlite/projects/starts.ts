/** Starting a generation in SQLite: reads the rows that the rule needs, and writes what it allows, in one transaction. */

import { and, count, eq } from 'drizzle-orm';
import type { StartQuote } from '../../../rules/billing/quote.ts';
import {
  decideStart,
  findObstacle,
  type Idempotency,
  type Starter,
  type StarterRows,
} from '../../../rules/generations/starts.ts';
import type { Generation, NewGeneration, StartObstacle, StartOutcome } from '../../records.ts';
import { writeHold } from '../billing/holds.ts';
import { loadState } from '../billing/states.ts';
import type { ServiceDatabase } from '../database.ts';
import { generations, keys, projects, startRequests } from '../schema/all.ts';
import { writeStatusChange } from '../webhooks/steps.ts';

export interface Start {
  readonly generation: NewGeneration;
  readonly quote: StartQuote;
  readonly idempotency: Idempotency | null;
  readonly starter: Starter;
}

export function readObstacle(
  database: ServiceDatabase,
  starter: Starter,
  idempotency: Idempotency | null,
  now: number,
): StartObstacle | null {
  return findObstacle(starter, idempotency, readStarter(database, starter, idempotency), now);
}

export function insertStart(
  database: ServiceDatabase,
  { generation, quote, idempotency, starter }: Start,
): StartOutcome {
  const { orm } = database;
  const { projectId, userId, generationId, createdAt } = generation;
  const rows = { ...readStarter(database, starter, idempotency), ...readProject(database, projectId) };
  const decision = decideStart(starter, idempotency, quote, rows, createdAt);
  if (decision.kind !== 'go') return decision;
  const started = orm
    .insert(generations)
    .values({ ...generation, status: 'queued' })
    .returning()
    .get();
  writeHold(database, started, rows.account, quote, createdAt);
  writeStatusChange(database, started, createdAt);
  if (idempotency !== null) {
    orm
      .insert(startRequests)
      .values({ ...idempotency, userId, generationId })
      .run();
  }
  return { kind: 'started', generation: started };
}

function readStarter(
  database: ServiceDatabase,
  { userId, keyId }: Starter,
  idempotency: Idempotency | null,
): StarterRows<Generation> {
  const { orm } = database;
  const key = orm
    .select({ status: keys.status, secretHash: keys.secretHash })
    .from(keys)
    .where(eq(keys.keyId, keyId))
    .get();
  const earlier = idempotency === null ? null : findEarlier(database, userId, idempotency.idempotencyKey);
  return { key: key ?? null, earlier, account: loadState(database, userId) };
}

function readProject({ orm }: ServiceDatabase, projectId: string) {
  const project = orm
    .select({ status: projects.status, uploadedAt: projects.uploadedAt })
    .from(projects)
    .where(eq(projects.projectId, projectId))
    .get();
  const there = orm.select({ count: count() }).from(generations).where(eq(generations.projectId, projectId)).get();
  return { project: project ?? null, generations: there?.count ?? 0 };
}

function findEarlier(
  { orm }: ServiceDatabase,
  userId: string,
  idempotencyKey: string,
): StarterRows<Generation>['earlier'] {
  const earlier = orm
    .select({ fingerprint: startRequests.fingerprint, generation: generations })
    .from(startRequests)
    .innerJoin(generations, eq(generations.generationId, startRequests.generationId))
    .where(and(eq(startRequests.userId, userId), eq(startRequests.idempotencyKey, idempotencyKey)))
    .get();
  return earlier ?? null;
}
