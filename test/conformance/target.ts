/** What the suite is pointed at, and what of it can be used: found out by asking, never assumed. */

import { inject } from 'vitest';
import { post } from './tools/client.ts';
import { makePayer, spend, usageOf } from './tools/money.ts';
import { once } from './tools/work.ts';

/** One running service. */
export interface Place {
  /** Without a trailing slash. */
  readonly baseUrl: string;
  /** A privileged admin key, of an operator where there is a portal. */
  readonly adminKey: string;
  /** A scoped key of the same account that may read and write projects and generations. */
  readonly apiKey: string;
}

/** What webhook receivers of the suite present, in PEM. */
export interface ReceiverIdentity {
  readonly certificate: string;
  readonly privateKey: string;
  /** The host in their URLs. */
  readonly host: string;
}

export interface Target extends Place {
  /** Started by the suite itself: then nothing may be missing. */
  readonly own: boolean;
  /** The suite's second service: delivery switched off, dear models. Null against a foreign base URL. */
  readonly second: Place | null;
  readonly receiver: ReceiverIdentity | null;
}

declare module 'vitest' {
  interface ProvidedContext {
    target: Target;
  }
}

export const target = inject('target');

/** What a row needs beside the two keys, and why it cannot be shown without. */
const REASONS = {
  accounts: 'it needs keys and users of its own, which /portal makes, and this implementation answers /portal with 404',
  webhooks: "it needs an endpoint's secret, deliveries or state, and /portal/webhooks answers 404 here",
  billing: 'it needs an account whose billing can be arranged, and /portal/billing answers 404 here',
  rehearsal: 'it needs faults or another time, and /portal/rehearsal answers 404 here',
  receiver: 'it needs deliveries to a receiver of the suite, and none was arranged (CLEARTAKE_CONFORMANCE_RECEIVER_…)',
  own: 'it starts a service of its own with a certificate, and this base URL was given',
  charges: 'it needs generations that cost something, and this implementation is free of charge',
  prices: 'it needs service-2 at 0.005 USD a second, and this implementation charges something else',
  second: 'it needs a second service set up by the suite itself, and this base URL was given',
} as const;

export type Need = keyof typeof REASONS;

const PROBES: Partial<Record<Need, string>> = {
  accounts: '/portal/users/list',
  webhooks: '/portal/webhooks/endpoints/list',
  billing: '/portal/billing/account',
  rehearsal: '/portal/rehearsal',
};

/** Micro-USD a second of service-2 at which 60 seconds are below the smallest amount that is billed. */
const CHEAP_PER_SECOND = 5000;

const found = new Map<Need, Promise<boolean>>();

/** Why a row cannot be shown here, or null when it can. */
export async function missing(needs: readonly Need[]): Promise<string | null> {
  for (const need of needs) {
    let known = found.get(need);
    if (known === undefined) {
      known = isThere(need);
      found.set(need, known);
    }
    if (!(await known)) return REASONS[need];
  }
  return null;
}

/** Micro-USD, of service-2, as a generation is metered; 0 where nothing can be asked about billing. */
const pricePerSecond = once(async () => {
  if ((await missing(['accounts', 'billing'])) !== null) return 0;
  const payer = await makePayer();
  return (await usageOf(payer, await spend(payer, 'service-2'))).pricePerSecond;
});

async function isThere(need: Need): Promise<boolean> {
  if (need === 'receiver') return target.receiver !== null;
  if (need === 'own') return target.own;
  if (need === 'prices') return (await pricePerSecond()) === CHEAP_PER_SECOND;
  if (need === 'charges') return (await pricePerSecond()) > 0;
  if (need === 'second') return target.second !== null;
  const { status } = await post(PROBES[need] ?? '/', {}, target.adminKey);
  return status !== 404;
}
