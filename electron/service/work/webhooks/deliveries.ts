/** Sends due deliveries, several at a time, and records the outcomes. After a crash unrecorded deliveries are due again. */

import { toCleartakeError } from '../../../../shared/domain/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import { createTurns } from '../../../platform/time/turns.ts';
import type { RandomBytes } from '../../rules/identifiers.ts';
import { AT_ONCE, chooseDue, type DueDelivery, dueInList } from '../../rules/webhooks/fairness.ts';
import type { OpenDelivery, WebhookQueue } from '../../store/webhook-port.ts';
import type { AttemptOutcome, SendWebhook } from './sender.ts';

/** The longest sleep: jumps of the clock, such as after the computer slept, are noticed by then. */
const LOOK_EVERY_MS = 60_000;
const STORE_PAUSE_MS = 10_000;
/** Fewer due deliveries than this are read at once; more are read step by step. */
const FEW = 256;

export interface WebhookDeliveries {
  /** Begins to deliver, including what an earlier run left due. */
  start(): void;
  /** Tells that something may be due. */
  wake(): void;
  /** Cuts off deliveries in flight; they are due again at the next start. */
  stop(): Promise<void>;
}

export interface DeliveryParts {
  readonly queue: WebhookQueue;
  readonly send: SendWebhook;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly log: Log;
  /** The longest time between two reads of due deliveries, in milliseconds. */
  readonly lookEveryMs?: number;
}

export function createDeliveries(parts: DeliveryParts): WebhookDeliveries {
  const { queue, send, clock, randomBytes, log, lookEveryMs = LOOK_EVERY_MS } = parts;
  const stopping = new AbortController();
  /** By delivery identifier. */
  const inFlight = new Map<string, { readonly delivery: DueDelivery; readonly ended: Promise<void> }>();
  let lastAccount = '';
  const lastEndpoints = new Map<string, string>();
  let alarm = new AbortController();
  const inTurn = createTurns();
  let asked = false;
  let started = false;

  function wake(): void {
    // However often it is woken while it reads, it reads only once more.
    if (asked || !started || stopping.signal.aborted) return;
    asked = true;
    void inTurn(async () => {
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

  /** Begins as many deliveries as there is room for. @returns when the next one will be due */
  async function look(): Promise<number | null> {
    // A delivery that ends wakes it again.
    if (inFlight.size >= AT_ONCE || stopping.signal.aborted) return null;
    const now = clock.now();
    const round = { inFlight: [...inFlight.values()].map(({ delivery }) => delivery), lastAccount, lastEndpoints };
    const { due, nextDueAt } = await queue.due(now, FEW);
    const chosen = await chooseDue(due.length < FEW ? dueInList(due) : queue.allDue(now), round);
    // Nothing else begins deliveries; what ended meanwhile wakes it again.
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

  /** Retries while the store fails, for example on a full disk: otherwise the receiver would get the same message again and again. */
  async function writeDown(opened: OpenDelivery, outcome: AttemptOutcome): Promise<void> {
    const { deliveryId, endpointId } = opened;
    for (;;) {
      try {
        const { disabled } = await queue.record(opened, outcome, randomFraction(randomBytes), clock.now());
        if (disabled) log.warn('An endpoint failed for days and was disabled', { endpointId });
        return;
      } catch (failure) {
        log.error('The outcome of a delivery could not be recorded', {
          deliveryId,
          error: toCleartakeError(failure).message,
        });
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
      await inTurn(() => undefined);
      await Promise.all([...inFlight.values()].map(({ ended }) => ended));
    },
  };
}

/** 0 to just below 1. */
function randomFraction(randomBytes: RandomBytes): number {
  return Buffer.from(randomBytes(4)).readUInt32BE() / 2 ** 32;
}
