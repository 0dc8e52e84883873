/** Sends what is due, several at a time, and writes down what came of it. What a kill cuts off is due again at the next start. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { RandomBytes } from '../../rules/identifiers.ts';
import { AT_ONCE, chooseDue, type DueDelivery, dueInList } from '../../rules/webhooks/fairness.ts';
import type { OpenDelivery, WebhookQueue } from '../../store/webhook-port.ts';
import type { AttemptOutcome, SendWebhook } from './sender.ts';

/** Longest sleep: whatever the clock did meanwhile, as when the computer slept, is noticed by then. */
const LOOK_EVERY_MS = 60_000;
const STORE_PAUSE_MS = 10_000;
/** Fewer due deliveries than this are read at once, more of them step by step. */
const FEW = 256;

export interface WebhookDeliveries {
  /** Begins to deliver, also what an earlier run left due. */
  start(): void;
  /** Something may be due: looks at once. */
  wake(): void;
  /** Cuts off what is on its way; it is due again at the next start. */
  stop(): Promise<void>;
}

export interface DeliveryParts {
  readonly queue: WebhookQueue;
  readonly send: SendWebhook;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
  /** Longest time between two looks at what is due, in milliseconds. */
  readonly lookEveryMs?: number;
}

export function createDeliveries(parts: DeliveryParts): WebhookDeliveries {
  const { queue, send, clock, randomBytes, log, lookEveryMs = LOOK_EVERY_MS } = parts;
  const stopping = new AbortController();
  /** By identifier of the delivery. */
  const inFlight = new Map<string, { readonly delivery: DueDelivery; readonly ended: Promise<void> }>();
  let lastAccount = '';
  const lastEndpoints = new Map<string, string>();
  let alarm = new AbortController();
  let looking: Promise<void> = Promise.resolve();
  let asked = false;
  let started = false;

  function wake(): void {
    // However often it is woken while it looks, it looks once more.
    if (asked || !started || stopping.signal.aborted) return;
    asked = true;
    looking = looking.then(async () => {
      asked = false;
      const nextDueAt = await look().catch((failure: unknown) => {
        log.error('The deliveries could not be read', { error: toCleartakeError(failure).message });
        return clock.now() + STORE_PAUSE_MS;
      });
      setAlarm(nextDueAt);
    });
  }

  function setAlarm(nextDueAt: number | null): void {
    alarm.abort();
    if (stopping.signal.aborted) return;
    alarm = new AbortController();
    const wait = nextDueAt === null ? lookEveryMs : Math.max(0, nextDueAt - clock.now());
    clock
      .sleep(Math.min(wait, lookEveryMs), alarm.signal)
      .then(wake)
      .catch(() => undefined);
  }

  /** Begins whatever there is room for. @returns when the next delivery will be due */
  async function look(): Promise<number | null> {
    // Whoever leaves looks again.
    if (inFlight.size >= AT_ONCE || stopping.signal.aborted) return null;
    const now = clock.now();
    const round = { inFlight: [...inFlight.values()].map(({ delivery }) => delivery), lastAccount, lastEndpoints };
    const { due, nextDueAt } = await queue.due(now, FEW);
    const chosen = await chooseDue(due.length < FEW ? dueInList(due) : queue.allDue(now), round);
    // Nothing begins between the look and here; what ended meanwhile wakes it again.
    if (!stopping.signal.aborted) chosen.forEach(begin);
    return nextDueAt;
  }

  function begin(delivery: DueDelivery): void {
    const { deliveryId, userId, endpointId } = delivery;
    lastAccount = userId;
    lastEndpoints.set(userId, endpointId);
    const ended = attempt(deliveryId)
      .catch((failure: unknown) => {
        log.error('A delivery could not be attempted', { deliveryId, error: toCleartakeError(failure).message });
        return clock.sleep(STORE_PAUSE_MS, stopping.signal).catch(() => undefined);
      })
      .then(() => {
        inFlight.delete(deliveryId);
        wake();
      });
    inFlight.set(deliveryId, { delivery, ended });
  }

  async function attempt(deliveryId: string): Promise<void> {
    const opened = await queue.open(deliveryId, clock.now());
    if (opened === null) return;
    const outcome = await send(opened, stopping.signal);
    if (outcome !== null) await writeDown(opened, outcome);
  }

  /** A store that takes nothing for a while, as on a full disk, must not make the receiver get the same message over and over. */
  async function writeDown(opened: OpenDelivery, outcome: AttemptOutcome): Promise<void> {
    const { deliveryId, endpointId } = opened;
    for (;;) {
      try {
        const { disabled } = await queue.record(opened, outcome, randomFraction(randomBytes), clock.now());
        if (disabled) log.warn('An endpoint only failed for days and is disabled', { endpointId });
        return;
      } catch (failure) {
        log.error('A delivery could not be written down', { deliveryId, error: toCleartakeError(failure).message });
        if (stopping.signal.aborted) return;
        await clock.sleep(STORE_PAUSE_MS, stopping.signal).catch(() => undefined);
      }
    }
  }

  return {
    start: () => {
      started = true;
      wake();
    },
    wake,
    stop: async () => {
      stopping.abort();
      alarm.abort();
      await looking;
      await Promise.all([...inFlight.values()].map(({ ended }) => ended));
    },
  };
}

/** 0 to just below 1. */
function randomFraction(randomBytes: RandomBytes): number {
  return Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;
}
