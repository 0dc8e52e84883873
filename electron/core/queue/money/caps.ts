/** Caps on what may be spent: for a batch, and for a day and a month on each connection. A start reserves its room in the ledger. */

import type { Message } from '../../../../shared/domain/error-messages/message.ts';
import { CleartakeError } from '../../../../shared/domain/errors.ts';
import { modelOf } from '../../../../shared/domain/models.ts';
import { formatUsd, type MicroUsd } from '../../../../shared/domain/money.ts';
import { startOfDay, startOfMonth } from '../../../platform/time/calendar.ts';
import type { DeskPorts } from '../../ports.ts';
import type { GenerationRow, JobRow } from '../../store/schema.ts';
import { CAPS } from '../../strings.ts';
import type { QueueContext } from '../parts/queue-context.ts';

export interface CapsContext extends Pick<QueueContext, 'store'> {
  readonly ports: Pick<DeskPorts, 'clock'>;
}

/** One cap, and what is left of it: never below 0. */
export interface CapRoom {
  readonly kind: 'batch' | 'day' | 'month';
  /** Whether it is the cap of a watch folder, which applies to each day. */
  readonly isOfWatchFolder?: boolean;
  readonly cap: MicroUsd;
  readonly left: MicroUsd;
}

/** The caps that apply to a job, those of its batch first; empty without any. Charges and holds both count. */
function roomFor(context: CapsContext, job: Pick<JobRow, 'batchId' | 'connectionId'>): CapRoom[] {
  return [...roomOfBatch(context, job.batchId), ...roomOfConnection(context, job.connectionId)];
}

export function roomOfBatch({ ports, store }: CapsContext, batchId: string): CapRoom[] {
  const { capEvery = null, maxCost: cap = null } = store.batches.get(batchId) ?? {};
  if (cap === null) return [];
  const { charged, held } = store.ledger.ofBatch(batchId, capEvery === 'day' ? startOfDay(ports.clock.now()) : 0);
  return [{ kind: 'batch', isOfWatchFolder: capEvery === 'day', cap, left: Math.max(0, cap - charged - held) }];
}

export function roomOfConnection({ ports, store }: CapsContext, connectionId: string): CapRoom[] {
  const caps = store.connections.get(connectionId)?.caps ?? null;
  if (caps === null || (caps.day === null && caps.month === null)) return [];
  const now = ports.clock.now();
  const spent = store.ledger.ofConnection(connectionId, startOfDay(now), startOfMonth(now));
  return (['day', 'month'] as const).flatMap((kind) => {
    const cap = caps[kind];
    return cap === null ? [] : [{ kind, cap, left: Math.max(0, cap - spent[kind] - spent.held) }];
  });
}

/**
 * Refuses a start that a cap has no room for, or whose price isn't known although there is a cap.
 * @throws CleartakeError costCapReached: the recording then waits until there is room
 */
export function refuseBeyondCap(
  context: CapsContext,
  job: JobRow,
  { amount, model }: Pick<GenerationRow, 'amount' | 'model'>,
): void {
  const rooms = roomFor(context, job);
  if (rooms.length === 0) return;
  if (amount === null) throw new CleartakeError('costCapReached', { parts: CAPS.withoutPrice });
  const full = rooms.find(({ left }) => amount > left);
  if (full === undefined) return;
  const isAlone = context.store.generations.ofJob(job.id).every(({ stateKind }) => stateKind === 'ready');
  const parts = capMessage(full, isAlone ? null : modelOf(model).label);
  throw new CleartakeError('costCapReached', { detail: full.kind, parts });
}

function capMessage({ cap, isOfWatchFolder, kind }: CapRoom, label: string | null): Message {
  return CAPS.reached[isOfWatchFolder === true ? 'watch-folder' : kind](formatUsd(cap), label);
}
