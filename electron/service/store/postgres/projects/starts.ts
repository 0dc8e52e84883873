/** Starting a generation in PostgreSQL: reads the rows that the rule needs, and writes what it allows, in one transaction. */

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
import { addHold } from '../billing/holds.ts';
import { readAccountState } from '../billing/states.ts';
import { lockAccount } from '../connection/account-lock.ts';
import type { OpenWork } from '../connection/database.ts';
import { generationRows, keyRows, projectRows, startRequestRows } from '../schema/all.ts';
import { announceStatus } from '../webhooks/steps.ts';

interface WantedStart {
  readonly generation: NewGeneration;
  readonly quote: StartQuote;
  readonly idempotency: Idempotency | null;
  readonly starter: Starter;
}

export async function startObstacleIn(
  view: OpenWork,
  starter: Starter,
  idempotency: Idempotency | null,
  now: number,
): Promise<StartObstacle | null> {
  return findObstacle(starter, idempotency, await readRows(view, starter, idempotency), now);
}

/** The account is locked first: of many starts at a limit, each counts those before it, and of two with one key the second finds the first. */
export async function startLocked(
  work: OpenWork,
  { generation, quote, idempotency, starter }: WantedStart,
): Promise<StartOutcome> {
  const { projectId, userId, generationId, createdAt } = generation;
  await lockAccount(work, userId);
  const rows = { ...(await readRows(work, starter, idempotency)), ...(await readProject(work, projectId)) };
  const decision = decideStart(starter, idempotency, quote, rows, createdAt);
  if (decision.kind !== 'go') return decision;
  const [started] = await work.orm
    .insert(generationRows)
    .values({ ...generation, status: 'queued' })
    .returning();
  if (started === undefined) throw new TypeError('A generation was not written');
  await addHold(work, started, rows.account, quote, createdAt);
  await announceStatus(work, started, createdAt);
  if (idempotency !== null) await work.orm.insert(startRequestRows).values({ ...idempotency, userId, generationId });
  return { kind: 'started', generation: started };
}

async function readRows(
  work: OpenWork,
  { userId, keyId }: Starter,
  idempotency: Idempotency | null,
): Promise<StarterRows<Generation>> {
  const { status, secretHash } = keyRows;
  const [key = null] = await work.orm.select({ status, secretHash }).from(keyRows).where(eq(keyRows.keyId, keyId));
  const earlier = idempotency === null ? null : await earlierStart(work, userId, idempotency.idempotencyKey);
  return { key, earlier, account: await readAccountState(work, userId) };
}

async function readProject({ orm }: OpenWork, projectId: string) {
  const { status, uploadedAt } = projectRows;
  const named = orm.select({ status, uploadedAt }).from(projectRows).where(eq(projectRows.projectId, projectId));
  const there = orm.select({ count: count() }).from(generationRows).where(eq(generationRows.projectId, projectId));
  return { project: (await named).at(0) ?? null, generations: (await there)[0]?.count ?? 0 };
}

async function earlierStart(
  { orm }: OpenWork,
  userId: string,
  idempotencyKey: string,
): Promise<StarterRows<Generation>['earlier']> {
  const { fingerprint } = startRequestRows;
  const found = await orm
    .select({ fingerprint, generation: generationRows })
    .from(startRequestRows)
    .innerJoin(generationRows, eq(generationRows.generationId, startRequestRows.generationId))
    .where(and(eq(startRequestRows.userId, userId), eq(startRequestRows.idempotencyKey, idempotencyKey)));
  return found[0] ?? null;
}
