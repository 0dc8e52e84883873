/** What a rehearsal arranges: calls that go wrong, and time that passes. */

import { inject } from 'vitest';
import { must, type Reply } from './client.ts';

const PATH = '/portal/rehearsal';

// biome-ignore lint/suspicious/noExplicitAny: rows look into whatever came
export function rehearse(change: object, baseUrl?: string): Promise<any> {
  const { adminKey, second } = inject('target');
  return must(PATH, change, baseUrl !== undefined && second !== null ? second.adminKey : adminKey, baseUrl);
}

/** One call at a path answers this instead, whatever the call. */
export async function withFault(path: string, kind: '500' | '503' | '429', call: () => Promise<Reply>): Promise<Reply> {
  await rehearse({ faults: [{ path, kind, times: 1 }] });
  try {
    return await call();
  } finally {
    await rehearse({ faults: [] });
  }
}

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Moves the clock of the service. It never comes back. @returns its time afterward */
export async function passTime(milliseconds: number, baseUrl?: string): Promise<Date> {
  return new Date((await rehearse({ moveClockMs: Math.round(milliseconds) }, baseUrl)).now);
}

/** The service's time. */
export async function serviceTime(baseUrl?: string): Promise<Date> {
  return new Date((await rehearse({}, baseUrl)).now);
}
