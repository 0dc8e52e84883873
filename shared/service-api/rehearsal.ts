/** The settings of a rehearsal (an extra of the local service). */

import { z } from 'zod';
import { DEFAULT_PATHS } from './routes.ts';

export const FAULT_KINDS = ['402', '409', '429', '500', '503', 'drop-before', 'drop-after'] as const;
export type FaultKind = (typeof FAULT_KINDS)[number];

/** Every answer of a service that offers rehearsals has this header: `on` while one changes what it does, else `off`. */
export const REHEARSAL_HEADER = 'cleartake-rehearsal';

/** What a service says about rehearsals in that header; `none` where it has no such header. */
export const REHEARSAL_OFFERS = ['none', 'off', 'on'] as const;
export type RehearsalOffer = (typeof REHEARSAL_OFFERS)[number];

/** What people can let fail, as paths of faults. */
export const FAULT_PLACES = {
  everything: '*',
  projects: DEFAULT_PATHS.createProject,
  uploads: '/storage/uploads/*',
  starts: '/v1/service-*',
  progress: DEFAULT_PATHS.generationProgress,
  links: DEFAULT_PATHS.generationDownload,
  downloads: '/storage/downloads/*',
} as const;
export type FaultPlace = keyof typeof FAULT_PLACES;

const HOUR_MS = 3_600_000;
const milliseconds = z.number().int().min(0);

const fault = z.strictObject({
  path: z
    .string()
    .min(1)
    .max(300)
    .describe('A path, or the beginning of paths with * behind it. What ends in * never meets /portal.'),
  kind: z
    .enum(FAULT_KINDS)
    .describe(
      'A status, or a dropped connection: drop-before does nothing, drop-after has the whole effect and no answer.',
    ),
  times: z.number().int().min(1).max(1_000_000).describe('Calls that it still meets; it counts down.'),
});

const fields = {
  latencyMs: milliseconds.max(HOUR_MS).describe('Milliseconds that every call takes longer.'),
  restorationDelayMs: milliseconds.max(24 * HOUR_MS).describe('Milliseconds that a generation takes at least.'),
  rateLimitPerMinute: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .describe("Calls a key may make in a minute; null for the service's own limit."),
  declinePayments: z.boolean().describe('Whether the simulated bank declines every withdrawal.'),
  faults: z.array(fault).max(100).describe('Calls that go wrong, the first that fits; a new list replaces the old.'),
};

/** What stays until it is changed, without acts and the time. */
export const rehearsalSettings = z.object(fields);
export type RehearsalSettings = z.infer<typeof rehearsalSettings>;

export const rehearsalState = z.object({
  ...fields,
  now: z.iso.datetime().describe("The service's time."),
});
export type RehearsalState = z.infer<typeof rehearsalState>;
export type Fault = RehearsalState['faults'][number];

export const rehearsalChange = z
  .strictObject({
    ...fields,
    expireLinks: z.literal(true).describe('Every link signed so far is expired.'),
    moveClockMs: z
      .number()
      .int()
      .min(1)
      .max(366 * 24 * HOUR_MS)
      .describe('Milliseconds by which the clock goes forward; waits that are due then end. It never goes back.'),
    reset: z.literal(true).describe('Everything as at the start, before the other fields count. The clock stays.'),
  })
  .partial();
export type RehearsalChange = z.infer<typeof rehearsalChange>;

/** Nothing slow, nothing failing. */
export const NO_REHEARSAL: RehearsalSettings = {
  latencyMs: 0,
  restorationDelayMs: 0,
  rateLimitPerMinute: null,
  declinePayments: false,
  faults: [],
};

/** Whether a service behaves differently from the way it does without a rehearsal. */
export function isRehearsing(settings: RehearsalSettings): boolean {
  const { latencyMs, restorationDelayMs, rateLimitPerMinute, declinePayments, faults } = settings;
  return latencyMs > 0 || restorationDelayMs > 0 || rateLimitPerMinute !== null || declinePayments || faults.length > 0;
}
